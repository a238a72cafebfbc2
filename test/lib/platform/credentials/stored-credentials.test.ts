import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookUpCredentials, MAX_LOOKUPS } from '#lib/platform/credentials/stored-credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';

const missingOf = async (...looked: Parameters<typeof lookUpCredentials>) => {
  const { missing, unknown } = await lookUpCredentials(...looked);
  return { missing: [...missing], unknown };
};

describe('Credentials of a local service', () => {
  const CREDENTIALS = JSON.stringify({ ws1: { smtp: { host: 'h' }, text: 'x' }, ws2: { other: {} } });

  it('are missing unless the workspace has them', async () => {
    const ids = ['smtp', 'text', 'other', 'constructor', '{{Variable}}'];
    expect(await missingOf('ws1', ids, { env: { CREDENTIALS } })).toStrictEqual({
      missing: ['text', 'other', 'constructor', '{{Variable}}'],
      unknown: undefined,
    });
    expect((await missingOf('ws3', ['smtp'], { env: { CREDENTIALS } })).missing).toStrictEqual(['smtp']);
  });

  it('are in the file that CREDENTIALS_FILE names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    const file = join(folder, 'credentials.json');
    await writeFile(file, CREDENTIALS);
    const { missing } = await missingOf('ws1', ['smtp', 'other'], { env: { CREDENTIALS_FILE: file } });
    await rm(folder, { recursive: true });
    expect(missing).toStrictEqual(['other']);
  });

  it.each([
    ['nothing names a place', {}, 'no place'],
    ['the file does not exist', { CREDENTIALS_FILE: '/no/such/file' }, 'no response'],
    ['the variable is not JSON', { CREDENTIALS: '{"ws1": {"smtp": {' }, 'no response'],
  ])('are unknown if %s', async (_, env, unknown) => {
    expect(await missingOf('ws1', ['smtp'], { env })).toStrictEqual({ missing: [], unknown });
  });

  it('are not looked for if there are none', async () => {
    expect(await missingOf('ws1', [], { env: { CREDENTIALS_FILE: '/no/such/file' } })).toStrictEqual({
      missing: [],
      unknown: undefined,
    });
  });
});

describe('Credentials in Secrets Manager', () => {
  let fake: FakeSecretsManager;
  const secret = { value: '{}', tags: [], versions: 1 };

  beforeAll(async () => {
    fake = await startFakeSecretsManager();
    for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
    vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
  });

  beforeEach(() => {
    fake.secrets.clear();
    fake.secrets.set('bots-test/ws1/c1', secret);
    fake.secrets.set('bots-test/ws1/gone', { ...secret, isDeleted: true });
    fake.secrets.set('bots-test/ws2/c2', secret);
    fake.fault = () => undefined;
    fake.calls = [];
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await fake.stop();
  });

  it('are asked for by name, each once, and never read', async () => {
    const ids = ['c1', 'c2', 'gone', 'c1', '../ws2/c2', ''];
    expect(await missingOf('ws1', ids)).toStrictEqual({
      missing: ['../ws2/c2', '', 'c2', 'gone'],
      unknown: undefined,
    });
    expect(fake.calls.toSorted()).toStrictEqual([
      'DescribeSecret bots-test/ws1/c1',
      'DescribeSecret bots-test/ws1/c2',
      'DescribeSecret bots-test/ws1/gone',
    ]);
  });

  it('are not asked for if the local ones have the id', async () => {
    const env = { ...process.env, CREDENTIALS: '{"ws1": {"local": {}}}' };
    expect((await missingOf('ws1', ['local', 'c1', 'c2'], { env })).missing).toStrictEqual(['c2']);
    expect(fake.calls).toHaveLength(2);
  });

  it('are looked up ten at a time, fifty at most', async () => {
    const ids = Array.from({ length: MAX_LOOKUPS + 3 }, (_, index) => `id-${index}`);
    const open = { now: 0, most: 0, all: 0 };
    const hasSecret = async () => {
      open.now++;
      open.all++;
      open.most = Math.max(open.most, open.now);
      await new Promise(setImmediate);
      open.now--;
      return false;
    };
    expect(await missingOf('ws1', ids, { hasSecret })).toStrictEqual({
      missing: ids.slice(0, MAX_LOOKUPS),
      unknown: 'too many',
    });
    expect(open).toStrictEqual({ now: 0, most: 10, all: MAX_LOOKUPS });
  });

  it.each(['ThrottlingException', 'AccessDeniedException', 'InternalServiceError'])(
    'are unknown if it responds with %s',
    async (code) => {
      fake.fault = () => ({ code, message: 'No' });
      expect(await missingOf('ws1', ['c1', 'c2'])).toStrictEqual({ missing: [], unknown: 'no response' });
    },
  );

  it('are unknown if it does not respond in time', async () => {
    fake.fault = () => 'silence';
    expect(await missingOf('ws1', ['c1'])).toStrictEqual({ missing: [], unknown: 'no response' });
    expect(fake.calls.length).toBeGreaterThan(0);
  });
});
