import { expect, it } from 'vitest';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { fakeEndpoint, fakeGateway, fakeRequest } from '#test/apps/local/fake-api.ts';

/*
 * Sent by functions and gateway alike. Local servers leave it out, so suites over HTTP do not see it.
 */

it('Every response tells browsers to call the address by https only, for a year', async () => {
  const endpoint = fakeEndpoint({});
  const handler = endpointHandler(endpoint, async () => ({ body: {} }));
  const gateway = fakeGateway({
    endpoints: [endpoint],
    functions: { fake: async (event, context) => await handler(event as never, context) },
  });
  const responses = [
    await gateway.handle('management', fakeRequest()),
    await gateway.handle('management', { ...fakeRequest(), path: '/v1/unknown' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 404]);
  for (const { headers } of responses) {
    expect(new Headers(headers).get('strict-transport-security')).toBe('max-age=31536000');
  }
});
