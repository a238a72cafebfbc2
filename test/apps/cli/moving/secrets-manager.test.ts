import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CredentialsStoreError } from '#apps/cli/moving/credentials/credentials-store.ts';
import { secretsManager } from '#apps/cli/moving/credentials/secrets-manager.ts';
import { forgetCredentials, readCredentials } from '#lib/chat/adapters/credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';

let fake: FakeSecretsManager;

beforeAll(async () => {
  fake = await startFakeSecretsManager();
  for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
});

beforeEach(() => {
  fake.secrets.clear();
  fake.calls = [];
  fake.fault = () => undefined;
  forgetCredentials();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await fake.stop();
});

const store = secretsManager('bots-test');

describe('Credentials in Secrets Manager', () => {
  it('are created under the name that the service reads, with the tags of its stack', async () => {
    await store.write('w1', [{ id: 'c1', content: { apiKey: 'k' }, isNew: true }]);
    expect([...fake.secrets]).toStrictEqual([
      [
        'bots-test/w1/c1',
        {
          value: '{"apiKey":"k"}',
          tags: [
            { Key: 'service', Value: 'bots' },
            { Key: 'stage', Value: 'test' },
          ],
          versions: 1,
        },
      ],
    ]);
    const env = { CREDENTIALS_SECRET_PREFIX: 'bots-test' };
    expect(await readCredentials('w1', 'c1', { env })).toStrictEqual({ apiKey: 'k' });
  });

  it('get a new value if they exist', async () => {
    await store.write('w1', [{ id: 'c1', content: { apiKey: 'k' }, isNew: true }]);
    await store.write('w1', [{ id: 'c1', content: { apiKey: 'other' }, isNew: false }]);
    expect(fake.secrets.get('bots-test/w1/c1')).toMatchObject({ value: '{"apiKey":"other"}', versions: 2 });
    expect(fake.calls).toStrictEqual(['CreateSecret bots-test/w1/c1', 'PutSecretValue bots-test/w1/c1']);
  });

  it('are read; a secret that is not JSON exists, but equals none', async () => {
    fake.secrets.set('bots-test/w1/c1', { value: '{"apiKey":"k"}', tags: [], versions: 1 });
    fake.secrets.set('bots-test/w1/c2', { value: 'not JSON', tags: [], versions: 1 });
    expect(await store.read('w1', 'c1')).toStrictEqual({ apiKey: 'k' });
    expect(await store.read('w1', 'c2')).toBeNull();
    expect(await store.read('w1', 'c3')).toBeUndefined();
  });

  it('fail with the name and the reason of AWS', async () => {
    fake.fault = () => ({ code: 'AccessDeniedException', message: 'User ada is not authorized' });
    const failures = await Promise.allSettled([
      store.read('w1', 'c1'),
      store.write('w1', [{ id: 'c1', content: { apiKey: 'k4f1a' }, isNew: true }]),
    ]);
    const reasons = failures.map((failure) => ('reason' in failure ? failure.reason : undefined));
    expect(reasons.every((reason) => reason instanceof CredentialsStoreError)).toBe(true);
    expect(reasons.map(({ message }) => message)).toStrictEqual([
      'The secret bots-test/w1/c1 could not be read: AccessDeniedException: User ada is not authorized',
      'The secret bots-test/w1/c1 could not be stored: AccessDeniedException: User ada is not authorized',
    ]);
  });

  it('say how many were stored before one failed', async () => {
    const failing = 'bots-test/w1/c3';
    fake.fault = (_, { Name }) =>
      Name === failing ? { code: 'LimitExceededException', message: 'Too many' } : undefined;
    const three = ['c1', 'c2', 'c3'].map((id) => ({ id, content: { apiKey: id }, isNew: true }));
    await expect(store.write('w1', three)).rejects.toThrow(
      'The secret bots-test/w1/c3 could not be stored, after 2 that were: LimitExceededException: Too many',
    );
    expect([...fake.secrets.keys()]).toStrictEqual(['bots-test/w1/c1', 'bots-test/w1/c2']);
  });

  it.each(['"Value k4f1a is invalid"', '{"from":{"email":"k4f1a"}}'])(
    'fail without quoting a secret, even if AWS does: %s',
    async (message) => {
      fake.fault = () => ({ code: 'ValidationException', message });
      const content = { from: { email: 'k4f1a' } };
      await expect(store.write('w1', [{ id: 'c1', content, isNew: true }])).rejects.toThrow(
        /^The secret bots-test\/w1\/c1 could not be stored: ValidationException$/,
      );
    },
  );
});
