import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#apps/local/settings.ts';

const PROVIDER = { OIDC_ISSUER: 'http://localhost:8080/realms/bots', OIDC_CLIENT_ID: 'c' };

describe('readSettings', () => {
  it('uses defaults for missing and empty variables', () => {
    const defaults = {
      port: 3000,
      chatPort: 3001,
      dataDir: path.resolve('.local'),
      localSignIn: true,
      workspaceOrigins: false,
      logLevel: 'WARN',
      managementCorsOrigins: [],
      customDomains: [],
    };
    expect(readSettings({})).toEqual(defaults);
    expect(readSettings({ PORT: '', CHAT_PORT: '', DATA_DIR: '', LOG_LEVEL: '', LOCAL_SIGN_IN: '' })).toEqual(
      defaults,
    );
  });

  it('reads the variables', () => {
    expect(
      readSettings({
        PORT: '0',
        CHAT_PORT: '65535',
        DATA_DIR: 'data',
        LOG_LEVEL: 'silent',
        LOCAL_SIGN_IN: 'OFF',
        WORKSPACE_ORIGINS: 'On',
      }),
    ).toEqual({
      port: 0,
      chatPort: 65_535,
      dataDir: 'data',
      localSignIn: false,
      workspaceOrigins: true,
      logLevel: 'SILENT',
      managementCorsOrigins: [],
      customDomains: [],
    });
    expect(readSettings({ CUSTOM_DOMAINS: 'offers.acme.example, *.shops.example' })).toMatchObject({
      customDomains: ['offers.acme.example', '*.shops.example'],
    });
    const MANAGEMENT_CORS_ORIGINS = 'http://localhost:5173, https://app.example.com';
    expect(readSettings({ MANAGEMENT_CORS_ORIGINS })).toMatchObject({
      managementCorsOrigins: ['http://localhost:5173', 'https://app.example.com'],
    });
    expect(() =>
      readSettings({ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=admin' }),
    ).not.toThrow();
    expect(readSettings({ PORT: '0', CHAT_PORT: '0' })).toMatchObject({ port: 0, chatPort: 0 });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number from 0 (any free port) to 65535, not "abc"'],
    [
      { CHATS_PER_WORKSPACE_AND_DAY: '1,000' },
      'CHATS_PER_WORKSPACE_AND_DAY must be a whole number up to 1000000000, 0 for no limit, not "1,000"',
    ],
    [{ UPLOAD_MB_PER_WORKSPACE_AND_DAY: '-1' }, 'UPLOAD_MB_PER_WORKSPACE_AND_DAY must be a whole number'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '3000.5' }, 'PORT must be'],
    [{ CHAT_PORT: '65536' }, 'CHAT_PORT must be a port number from 0 (any free port) to 65535, not "65536"'],
    [{ PORT: '4000', CHAT_PORT: '4000' }, 'PORT and CHAT_PORT must differ; both are 4000'],
    [{ PORT: '3001' }, 'PORT and CHAT_PORT must differ; both are 3001'],
    [{ LOCAL_SIGN_IN: 'no' }, 'LOCAL_SIGN_IN must be on or off, not "no"'],
    [{ WORKSPACE_ORIGINS: 'true' }, 'WORKSPACE_ORIGINS must be on or off, not "true"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ MANAGEMENT_CORS_ORIGINS: '*' }, 'MANAGEMENT_CORS_ORIGINS must be origins such as'],
    [{ MANAGEMENT_CORS_ORIGINS: 'https://app.example.com/' }, 'not "https://app.example.com/"'],
    [{ CUSTOM_DOMAINS: 'localhost' }, 'CUSTOM_DOMAINS must be host names such as offers.example.com'],
    [{ CUSTOM_DOMAINS: 'a.example,http://b.example' }, 'not "http://b.example"'],
    [{ MANAGEMENT_CORS_ORIGINS: 'localhost:5173' }, 'not "localhost:5173"'],
    [{ OIDC_ISSUER: 'https://a.example' }, 'OIDC_ISSUER and OIDC_CLIENT_ID belong together'],
    [{ OIDC_CLIENT_ID: 'c' }, 'OIDC_ISSUER and OIDC_CLIENT_ID belong together'],
    [{ GOOGLE_CLIENT_ID: 'c' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together'],
    [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together'],
    [
      { ...PROVIDER, OIDC_ISSUER: 'http://a.example' },
      'OIDC_ISSUER must be https://…, or http:// on this machine',
    ],
    [{ ...PROVIDER, OIDC_ISSUER: 'https://a.example?b' }, 'OIDC_ISSUER must be'],
    [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLE_CLAIM and OIDC_ROLES belong together'],
    [
      { ...PROVIDER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a' },
      'OIDC_ROLES: Expected <value of the claim>=',
    ],
    [
      { ...PROVIDER, OIDC_ROLE_CLAIM: 'nickname', OIDC_ROLES: 'a=admin' },
      'OIDC_ROLE_CLAIM: People can often change their "nickname" themselves',
    ],
    [{ ...PROVIDER, OIDC_ORIGINS: 'https://b.example/' }, 'OIDC_ORIGINS must be origins such as'],
  ])('rejects %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
