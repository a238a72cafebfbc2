import { describe, expect, it } from 'vitest';
import { readSettings } from '#lib/apps/local/settings.ts';

describe('readSettings', () => {
  it('uses defaults for missing and empty variables', () => {
    const defaults = { port: 3000, chatPort: 3001, dataDir: '.local', logLevel: 'WARN' };
    expect(readSettings({})).toEqual(defaults);
    expect(readSettings({ PORT: '', CHAT_PORT: '', DATA_DIR: '', LOG_LEVEL: '' })).toEqual(defaults);
  });

  it('reads the variables', () => {
    expect(readSettings({ PORT: '0', CHAT_PORT: '65535', DATA_DIR: 'data', LOG_LEVEL: 'silent' })).toEqual({
      port: 0,
      chatPort: 65_535,
      dataDir: 'data',
      logLevel: 'SILENT',
    });
    expect(readSettings({ PORT: '0', CHAT_PORT: '0' })).toMatchObject({ port: 0, chatPort: 0 });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number from 0 (any free port) to 65535, not "abc"'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '3000.5' }, 'PORT must be'],
    [{ CHAT_PORT: '65536' }, 'CHAT_PORT must be a port number from 0 (any free port) to 65535, not "65536"'],
    [{ PORT: '4000', CHAT_PORT: '4000' }, 'PORT and CHAT_PORT must differ; both are 4000'],
    [{ PORT: '3001' }, 'PORT and CHAT_PORT must differ; both are 3001'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  ])('rejects %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
