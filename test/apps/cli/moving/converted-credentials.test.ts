import { describe, expect, it } from 'vitest';
import { convertCredentials, googleClientFrom } from '#apps/cli/moving/credentials/converted-credentials.ts';
import { exampleOf } from '#apps/reference/credential-kinds-section.ts';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';

const CLIENT = { id: 'the-client', secret: 'the-client-secret' };
const TOKENS = {
  refresh_token: '1//refresh',
  expiry_date: 1_795_312_623_000,
  access_token: 'ya29.access',
  token_type: 'Bearer',
  scope: 'https://www.googleapis.com/auth/drive.file',
};

const reasonOf = (converted: ReturnType<typeof convertCredentials>) =>
  'reason' in converted ? [converted.status, converted.reason] : converted.status;

describe('Converted credentials', () => {
  it.each([...CREDENTIAL_KINDS].filter(([kind]) => kind !== 'gmail' && kind !== 'google sheets'))(
    'of the kind %s are as they were',
    (kind, about) => {
      const content = exampleOf(about);
      const converted = convertCredentials(kind, content, undefined);
      expect(converted).toStrictEqual({ status: 'usable', credentials: content });
    },
  );

  it('have no fields that are null', () => {
    const content = { apiKey: 'k', baseUrl: null };
    expect(convertCredentials('openai', content, undefined)).toStrictEqual({
      status: 'usable',
      credentials: { apiKey: 'k' },
    });
    const mail = { host: 'h', port: null, isTlsEnabled: null, from: { email: 'a@x.example', name: null } };
    expect(convertCredentials('smtp', mail, undefined)).toMatchObject({
      credentials: { host: 'h', from: { email: 'a@x.example' } },
    });
  });

  it.each([
    ['openai', {}, 'it has no apiKey'],
    ['openai', { apiKey: '' }, 'it has no apiKey'],
    ['smtp', { username: 'u', from: 'a@x.example' }, 'it has no host, from.email'],
    ['stripe', { test: { secretKey: 's', publicKey: 'p' } }, 'it has no live.secretKey, live.publicKey'],
    ['google sheets', { ...TOKENS, refresh_token: undefined }, 'it has no refresh token'],
  ])('of the kind %s are incomplete: %j', (kind, content, reason) => {
    const converted = convertCredentials(kind, content, CLIENT);
    expect(reasonOf(converted)).toStrictEqual(['incomplete', expect.stringContaining(reason)]);
  });

  it.each([
    ['whatsApp', 'bots here talk only through the chat API'],
    ['http proxy', 'bots here send no requests through proxies'],
    ['constructor', 'no block here reads this kind'],
    ['invented', 'no block here reads this kind'],
  ])('of the kind %s are not needed', (kind, reason) => {
    expect(reasonOf(convertCredentials(kind, { apiKey: 'k' }, CLIENT))).toStrictEqual(['unused', reason]);
  });

  it.each(['google sheets', 'gmail'])(
    'of the kind %s have the OAuth client and the refresh token',
    (kind) => {
      expect(convertCredentials(kind, TOKENS, CLIENT)).toMatchObject({
        status: 'usable',
        credentials: {
          client_id: 'the-client',
          client_secret: 'the-client-secret',
          refresh_token: '1//refresh',
        },
        note: expect.stringContaining('OAuth client'),
      });
      expect(reasonOf(convertCredentials(kind, TOKENS, undefined))).toStrictEqual([
        'incomplete',
        expect.stringContaining('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'),
      ]);
    },
  );

  it('of Google in the other spelling keep a client of their own', () => {
    const content = { refreshToken: '1//refresh', client: { id: 'own', secret: 'own-secret' } };
    expect(convertCredentials('gmail', content, CLIENT)).toMatchObject({
      credentials: { client_id: 'own', client_secret: 'own-secret', refresh_token: '1//refresh' },
    });
    const half = { ...content, client: { id: 'own' } };
    expect(convertCredentials('gmail', half, CLIENT)).toMatchObject({
      credentials: { client_id: 'the-client', client_secret: 'the-client-secret' },
    });
  });
});

describe('The OAuth client of Google', () => {
  it('comes from the environment', () => {
    const env = { GOOGLE_CLIENT_ID: 'i', GOOGLE_CLIENT_SECRET: 's' };
    expect(googleClientFrom(env)).toStrictEqual({ id: 'i', secret: 's' });
    expect(googleClientFrom({})).toBeUndefined();
  });

  it.each([{ GOOGLE_CLIENT_ID: 'i' }, { GOOGLE_CLIENT_SECRET: 's' }])('is refused by half: %j', (env) => {
    expect(() => googleClientFrom(env)).toThrow(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    );
  });
});
