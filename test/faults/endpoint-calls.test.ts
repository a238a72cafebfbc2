import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { ENDPOINT_CALLS } from '#test/support/endpoint-calls.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

describeApi('Every endpoint', (api) => {
  beforeAll(() => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const calls = Object.entries(ENDPOINT_CALLS).flatMap(([endpoint, prepared]) =>
    Object.entries(prepared).map(([what, prepare]) => [endpoint, what, prepare] as const),
  );

  describe.runIf(api.target === 'direct')('answers 200', () => {
    it.each(calls)('%s: %s', async (_, __, prepare) => {
      const response = await api.request(await prepare(api));
      expect(response.status, response.text.slice(0, 500)).toBe(200);
    });

    it('and leaves a sound table behind', () => expectSoundTable());
  });
});
