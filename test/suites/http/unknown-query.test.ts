import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '#functions/endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { requireKnownQuery } from '#lib/platform/http/known-query.ts';
import { nearestName } from '#lib/platform/validation/nearest-name.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { isCompatibleRoute, takesAnyQuery } from '#test/support/query-rules.ts';

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
const strict = routes.filter((endpoint) => !isCompatibleRoute(endpoint) && !takesAnyQuery(endpoint));

describeApi('An unknown query parameter', (api) => {
  const send = ({ api: name, method, path, request }: Endpoint, query: Record<string, string>) =>
    api.request({
      api: name,
      method,
      path: path.replaceAll(/\{\w+\}/g, 'none'),
      query,
      ...(request.body && { body: {} }),
    });

  it.each(named(strict))('is refused by %s', async (_, endpoint) => {
    expect(await send(endpoint, { unknownKey: '1' })).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        issues: [{ path: 'query.unknownKey', message: expect.stringMatching(/^Unknown query parameter; /) }],
      },
    });
  });

  it.each(named(routes.filter(isCompatibleRoute)))('is ignored by %s', async (_, endpoint) => {
    const required = endpoint.id === 'list-bots-compatible' ? { workspaceId: api.workspaceId } : {};
    const [without, unknown] = [
      await send(endpoint, required),
      await send(endpoint, { ...required, unknownKey: '1' }),
    ];
    expect(unknown.status).toBe(without.status);
    expect(unknown.text).not.toContain('unknownKey');
  });

  it('is refused beside valid ones, by name and with the name that was meant', async () => {
    const response = await api.request({
      method: 'GET',
      path: '/v1/bots',
      query: { workspaceId: api.workspaceId, folderid: 'a', Limit: '1', '': 'x' },
    });
    expect(response).toMatchObject({
      status: 400,
      body: {
        message: 'query.folderid: Unknown query parameter; did you mean folderId? (and 2 more)',
        issues: [
          { path: 'query.folderid' },
          { path: 'query.Limit', message: 'Unknown query parameter; did you mean limit?' },
          { path: 'query.', message: expect.stringContaining('known are workspaceId, folderId') },
        ],
      },
    });
  });

  it('is refused whatever it is called', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const { status } = await api.request({ method: 'GET', path: '/v1/me', query: { [`${name}`]: '1' } });
      expect([name, status]).toStrictEqual([name, 400]);
    }
  });

  it('is refused before a token may be found to be without access', async () => {
    const { status } = await api.request({ method: 'GET', path: '/v1/bots/none', query: { botId: 'other' } });
    expect(status).toBe(400);
  });
});

describe('requireKnownQuery', () => {
  it('takes anything if the contract is loose', () => {
    expect(() => requireKnownQuery(z.looseObject({ lang: z.string() }), { utm_source: 'x' })).not.toThrow();
  });

  it('counts all, and names the first', () => {
    const query = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, '']));
    expect(() => requireKnownQuery(undefined, query)).toThrow(
      'query.k0: Unknown query parameter; there are none here (and 29 more)',
    );
  });

  it('shortens a long name', () => {
    expect(() => requireKnownQuery(undefined, { ['x'.repeat(5_000)]: '' })).toThrow(
      `query.${'x'.repeat(60)}…: Unknown query parameter; there are none here`,
    );
  });
});

describe('nearestName', () => {
  const known = ['cursor', 'from', 'isCompleted', 'limit', 'to', 'variable'];

  it.each([
    ['limt', 'limit'],
    ['iscompleted', 'isCompleted'],
    ['is_completed', 'isCompleted'],
    ['variables', 'variable'],
    ['form', 'from'],
    ['xyz', undefined],
    ['', undefined],
    ['c'.repeat(10_000), undefined],
  ])('of %j is %s', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });
});
