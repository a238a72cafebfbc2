import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { ENDPOINT_CALLS } from '#test/support/endpoints/fixtures.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';

// Exports are written there. One for all targets, because the SDK's client of a process is made for one server.
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describeApi('Every endpoint', (api) => {
  beforeAll(() => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const calls = ENDPOINT_CALLS.map(({ endpoint, what, prepare }) => [endpoint.id, what, prepare] as const);

  describe.runIf(api.target === 'direct')('returns 200', () => {
    it.each(calls)('%s: %s', async (_, __, prepare) => {
      const response = await api.request(await prepare(api));
      expect(response.status, response.text.slice(0, 500)).toBe(200);
    });

    it('leaves the table consistent', () => expectSoundTable());
  });
});
