import { describe, expect, it } from 'vitest';
import { findGoogleClient } from '#lib/chat/adapters/google-client.ts';

const DEPLOYED = { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET_ID: 'google/secret' };

describe('the OAuth client for Google', () => {
  it.each([{}, { GOOGLE_CLIENT_ID: 'c' }, { GOOGLE_CLIENT_SECRET: 's' }, { GOOGLE_CLIENT_SECRET_ID: 's' }])(
    'is absent with %o',
    (env) => {
      expect(findGoogleClient(env)).toBeUndefined();
    },
  );

  it('has the secret of the environment on a local server', async () => {
    const client = findGoogleClient({ GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' });
    expect([client?.id, await client?.readSecret()]).toEqual(['c', 's']);
  });

  it('reads the secret by its name, without the line break of a file', async () => {
    const asked: string[] = [];
    const client = findGoogleClient(DEPLOYED, async (name) => {
      asked.push(name);
      return 's-1\n';
    });
    expect(asked).toEqual([]);
    expect([await client?.readSecret(), asked]).toEqual(['s-1', ['google/secret']]);
  });

  it.each([undefined, '', ' \n'])('says that the secret is not stored: %j', async (text) => {
    const client = findGoogleClient(DEPLOYED, async () => text);
    await expect(client?.readSecret()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('quotes nothing of an error', async () => {
    const client = findGoogleClient(DEPLOYED, async () => {
      throw new TypeError('canary-0c1f');
    });
    const error = await client?.readSecret().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: { message: 'AWS Secrets Manager: TypeError' },
    });
  });
});
