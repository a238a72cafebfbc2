import { describe, expect, it } from 'vitest';
import { createRouter, MalformedPathError } from '#apps/local/gateway/route.ts';
import { fakeEndpoint } from './fake-api.ts';

const endpoints = [
  fakeEndpoint({ id: 'get-bot', method: 'GET', path: '/v1/bots/{botId}' }),
  fakeEndpoint({ id: 'update-bot', method: 'PATCH', path: '/v1/bots/{botId}' }),
  fakeEndpoint({ id: 'import-bot', method: 'POST', path: '/v1/bots/import' }),
  fakeEndpoint({ id: 'get-result', path: '/v1/bots/{botId}/results/{resultId}' }),
];

const getParams = (path: string) => createRouter(endpoints)(path)?.params;

describe('createRouter', () => {
  it('reads the parameters', () => {
    expect(createRouter(endpoints)('/v1/bots/b1/results/r1')).toMatchObject({
      resource: '/v1/bots/{botId}/results/{resultId}',
      params: { botId: 'b1', resultId: 'r1' },
    });
  });

  it('finds every method of a path', () => {
    const route = createRouter(endpoints)('/v1/bots/b1');
    expect(route?.endpoints.map(({ id }) => id)).toEqual(['get-bot', 'update-bot']);
  });

  it('prefers a static segment to a parameter, regardless of the order of the endpoints', () => {
    expect(createRouter(endpoints)('/v1/bots/import')?.resource).toBe('/v1/bots/import');
    expect(createRouter(endpoints.toReversed())('/v1/bots/import')?.resource).toBe('/v1/bots/import');
  });

  it('lets the beginning of a path shadow a parameter, as a resource without methods does', () => {
    const page = fakeEndpoint({ id: 'get-bot-page', method: 'GET', path: '/{publicId}' });
    const router = createRouter([...endpoints, page]);
    expect(router('/v1')).toBeUndefined();
    expect(router('/v2')?.resource).toBe('/{publicId}');
  });

  it('percent-decodes parameters once, after splitting the path', () => {
    expect(getParams('/v1/bots/a%2Fb')).toEqual({ botId: 'a/b' });
    expect(getParams('/v1/bots/a%252Fb')).toEqual({ botId: 'a%2Fb' });
    expect(getParams('/v1/bots/%C3%A4+b')).toEqual({ botId: 'ä+b' });
  });

  it.each(['/v1/bots/%', '/v1/bots/%zz', '/v1/bots/%ff'])('throws MalformedPathError for %s', (path) => {
    expect(() => createRouter(endpoints)(path)).toThrow(MalformedPathError);
  });

  it.each([
    '/',
    '',
    '/v1/bots',
    '/v1/bots/',
    '/v1/bots/b1/',
    '//v1/bots/b1',
    '/v1/bots//results/r1',
    '/V1/bots/b1',
    '/v1/bots/b1/results',
    '/v1/%62ots/b1',
  ])('matches nothing for "%s"', (path) => {
    expect(createRouter(endpoints)(path)).toBeUndefined();
  });
});
