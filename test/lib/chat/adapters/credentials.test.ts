import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetCredentials, readCredentials } from '#lib/chat/adapters/credentials.ts';

beforeEach(forgetCredentials);
afterEach(() => {
  vi.useRealTimers();
});

const CREDENTIALS = JSON.stringify({
  ws1: { smtp: { host: 'h' }, text: 'x' },
  ws2: { smtp: { host: 'other' } },
});

describe('local credentials', () => {
  it.each([
    ['ws1', 'smtp', { host: 'h' }],
    ['ws2', 'smtp', { host: 'other' }],
    ['ws1', 'text', undefined],
    ['ws1', 'missing', undefined],
    ['ws3', 'smtp', undefined],
    ['ws1', 'constructor', undefined],
    ['__proto__', 'smtp', undefined],
  ])('%s %s', async (workspaceId, credentialsId, expected) => {
    expect(await readCredentials(workspaceId, credentialsId, { env: { CREDENTIALS } })).toEqual(expected);
  });

  it('from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    const file = join(folder, 'credentials.json');
    await writeFile(file, CREDENTIALS);
    expect(await readCredentials('ws1', 'smtp', { env: { CREDENTIALS_FILE: file } })).toEqual({ host: 'h' });
    await rm(folder, { recursive: true });
  });

  it.each([{ CREDENTIALS: 'no JSON' }, { CREDENTIALS_FILE: '/no/such/file' }])(
    'unreadable: %j',
    async (env) => {
      expect(await readCredentials('ws1', 'smtp', { env })).toBeUndefined();
    },
  );
});

describe('secrets', () => {
  const env = { CREDENTIALS_SECRET_PREFIX: 'bots/prod' };

  const secrets = (texts: Record<string, string>) => {
    const asked: string[] = [];
    const readSecret = async (name: string) => {
      asked.push(name);
      return texts[name];
    };
    return { asked, readSecret };
  };

  it('are named after the workspace and the id', async () => {
    const { asked, readSecret } = secrets({ 'bots/prod/ws1/c1': '{"apiKey":"k"}' });
    expect(await readCredentials('ws1', 'c1', { env, readSecret })).toEqual({ apiKey: 'k' });
    expect(await readCredentials('ws2', 'c1', { env, readSecret })).toBeUndefined();
    expect(asked).toEqual(['bots/prod/ws1/c1', 'bots/prod/ws2/c1']);
  });

  it.each([
    ['ws1', '../ws2/c1'],
    ['ws1', 'c1/x'],
    ['ws1', ''],
    ['ws1', 'x'.repeat(65)],
    ['ws1/..', 'c1'],
    ['', 'c1'],
  ])('are not read for unsafe ids: %j %j', async (workspaceId, credentialsId) => {
    const { asked, readSecret } = secrets({});
    expect(await readCredentials(workspaceId, credentialsId, { env, readSecret })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('are not read without a prefix', async () => {
    const { asked, readSecret } = secrets({});
    expect(await readCredentials('ws1', 'c1', { env: {}, readSecret })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('are cached for a minute, even if absent', async () => {
    const texts: Record<string, string> = { 'bots/prod/ws1/c1': '{"v":1}' };
    const { asked, readSecret } = secrets(texts);
    const startMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const read = async () => [
      await readCredentials('ws1', 'c1', { env, readSecret }),
      await readCredentials('ws1', 'c2', { env, readSecret }),
    ];
    expect(await read()).toEqual([{ v: 1 }, undefined]);
    texts['bots/prod/ws1/c1'] = '{"v":2}';
    texts['bots/prod/ws1/c2'] = '{"v":3}';
    vi.setSystemTime(startMs + 59_999);
    expect(await read()).toEqual([{ v: 1 }, undefined]);
    expect(asked).toHaveLength(2);
    vi.setSystemTime(startMs + 60_001);
    expect(await read()).toEqual([{ v: 2 }, { v: 3 }]);
  });

  it('are not cached after a failure', async () => {
    let isDown = true;
    const readSecret = async () => {
      if (isDown) throw new Error('down');
      return '{"v":1}';
    };
    expect(await readCredentials('ws1', 'c1', { env, readSecret })).toBeUndefined();
    isDown = false;
    expect(await readCredentials('ws1', 'c1', { env, readSecret })).toEqual({ v: 1 });
  });

  it.each(['not JSON', '"text"', '[1]'])('are ignored if malformed: %s', async (text) => {
    expect(await readCredentials('ws1', 'c1', { env, readSecret: async () => text })).toBeUndefined();
  });
});
