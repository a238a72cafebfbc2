import { afterEach, describe, expect, it } from 'vitest';
import { apiSource } from '#apps/cli/moving/source/api-source.ts';
import {
  BotGoneError,
  BotUnreadableError,
  type Source,
  type SourceResult,
  SourceUnreadableError,
} from '#apps/cli/moving/source/source.ts';
import type { SourceApi } from '#apps/cli/moving/source/source-request.ts';
import { sourceAddress } from '#apps/cli/moving/source/source-request.ts';
import { type ScriptedResponse, type ScriptedService, startScriptedService } from '../scripted-service.ts';

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Typebot not found' } };
const TOKEN = 'secret-token';

let server: ScriptedService;
const servers: ScriptedService[] = [];

afterEach(async () => {
  for (const started of servers.splice(0)) await started.stop();
});

/** Starts a source that responds by path, without the query. */
async function startSource(
  respondTo: (path: string, query: URLSearchParams) => ScriptedResponse | undefined,
  api: Partial<SourceApi> = {},
): Promise<Source> {
  server = await startScriptedService((line) => {
    const url = new URL(line.replace('GET ', ''), 'http://source');
    return respondTo(url.pathname, url.searchParams);
  });
  servers.push(server);
  return apiSource({ baseUrl: server.baseUrl, token: TOKEN, maxRetries: 0, ...api });
}

/** Each is a way to read, and the path that the request in question has. */
const OF_ALL: [string, (source: Source) => Promise<unknown>, string][] = [
  ['workspaces', (source) => source.listWorkspaces(), '/api/v1/workspaces'],
  ['bots', (source) => source.listBots('w1'), '/api/v1/typebots'],
];
const OF_BOT: [string, (source: Source) => Promise<unknown>, string][] = [
  ['a bot', (source) => source.readBot('b1'), '/api/v1/typebots/b1'],
  ['a published copy', (source) => source.readBot('b1'), '/api/v1/typebots/b1/publishedTypebot'],
  ['results', (source) => readAll(source), '/api/v1/typebots/b1/results'],
  ['logs', (source) => readAll(source), '/api/v1/typebots/b1/results/r1/logs'],
];

/** The name of each list in the body, how it is read, and where. */
const LISTS: [string, (source: Source) => Promise<unknown>, string][] = [
  ['workspaces', (source) => source.listWorkspaces(), '/api/v1/workspaces'],
  ['typebots', (source) => source.listBots('w1'), '/api/v1/typebots'],
  ['results', (source) => readAll(source), '/api/v1/typebots/b1/results'],
  ['logs', (source) => readAll(source), '/api/v1/typebots/b1/results/r1/logs'],
];

async function readAll(source: Source, options?: { logs: boolean }): Promise<SourceResult[]> {
  const results: SourceResult[] = [];
  for await (const result of source.readResults('b1', options)) results.push(result);
  return results;
}

/** Responds to everything about bot b1, which has one result. */
function respondWell(path: string): ScriptedResponse {
  if (path.endsWith('/logs')) return { body: { logs: [] } };
  if (path.endsWith('/results')) return { body: { results: [{ id: 'r1' }] } };
  return {
    body: path.endsWith('/publishedTypebot') ? { publishedTypebot: null } : { typebot: { id: 'b1' } },
  };
}

function sourceThatFails(failing: string, response: ScriptedResponse | undefined): Promise<Source> {
  return startSource((path) => (path === failing ? response : respondWell(path)));
}

async function errorOf(reading: Promise<unknown>): Promise<Error> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceUnreadableError);
  const { message } = error as Error;
  expect(message).not.toContain(TOKEN);
  expect(message).not.toContain('?');
  return error as Error;
}

describe('the source over its API', () => {
  it('lists custom domains, and none where it has no such address', async () => {
    const customDomains = [{ name: 'offers.acme.example', createdAt: '2026-11-22T03:08:48.593Z' }];
    const source = await startSource(() => ({ body: { customDomains } }));
    expect(await source.listDomains('w1')).toEqual(['offers.acme.example']);
    expect(server.requests[0]?.line).toBe('GET /api/v1/custom-domains?workspaceId=w1');
    expect(await (await startSource(() => NOT_FOUND)).listDomains('w1')).toEqual([]);
  });

  it('lists members and pending invitations, and none where it has no such address', async () => {
    const members = [
      { userId: 'u1', user: { name: 'Gus', email: 'gus@acme.example', image: null }, role: 'GUEST' },
    ];
    const invitations = [{ id: 'i1', email: 'later@acme.example', type: 'MEMBER' }];
    const source = await startSource((line) => ({
      body: line.endsWith('/members') ? { members } : { invitations },
    }));
    expect(await source.listPeople('w/1')).toEqual([
      { email: 'gus@acme.example', name: 'Gus', role: 'GUEST' },
      { email: 'later@acme.example', role: 'MEMBER', isInvited: true },
    ]);
    expect(server.requests.map(({ line }) => line)).toEqual([
      'GET /api/v1/workspaces/w%2F1/invitations',
      'GET /api/v1/workspaces/w%2F1/members',
    ]);
    expect(await (await startSource(() => NOT_FOUND)).listPeople('w1')).toEqual([]);
  });

  it.each([{}, { invitations: 'none' }, { invitations: [{ email: 'a@b.example' }] }])(
    'does not take %j for invitations',
    async (body) => {
      const source = await startSource(() => ({ body }));
      expect((await errorOf(source.listPeople('w1'))).message).toBe(
        `${server.baseUrl}/api/v1/workspaces/w1/invitations does not respond like Typebot: expected a list invitations whose entries have a role`,
      );
    },
  );

  it.each([{}, { customDomains: {} }, { customDomains: [{ name: 7 }] }, { customDomains: ['a.example'] }])(
    'does not take %j for custom domains',
    async (body) => {
      const source = await startSource(() => ({ body }));
      expect((await errorOf(source.listDomains('w1'))).message).toBe(
        `${server.baseUrl}/api/v1/custom-domains does not respond like Typebot: expected a list customDomains whose entries have a name`,
      );
    },
  );

  it('lists folders level by level, each once, and none where it has no such address', async () => {
    const folders: Record<string, object[]> = {
      '': [
        { id: 'b', name: 'B' },
        { id: 'a', name: 'A' },
      ],
      a: [{ id: 'c', name: 'C' }],
      // No folder is in itself, but a source may say so.
      c: [{ id: 'a', name: 'A' }],
    };
    const source = await startSource((_, query) => ({
      body: { folders: folders[query.get('parentFolderId') ?? ''] ?? [] },
    }));
    expect(await source.listFolders('w1')).toEqual([
      { id: 'a', name: 'A', parentFolderId: null },
      { id: 'b', name: 'B', parentFolderId: null },
      { id: 'c', name: 'C', parentFolderId: 'a' },
    ]);
    expect(server.requests).toHaveLength(4);
    expect(await (await startSource(() => NOT_FOUND)).listFolders('w1')).toEqual([]);
  });

  it('stops at more folders than anybody has', async () => {
    let made = 0;
    const source = await startSource(() => ({ body: { folders: [{ id: `f${made++}` }] } }));
    expect((await errorOf(source.listFolders('w1'))).message).toContain('lists more than 1000 folders');
  });

  it.each(['1', 'again', 0])(
    'stops at pages that lead back to one that was read (%s)',
    async (nextCursor) => {
      const source = await startSource((_, query) => ({
        body: { results: [{ id: `r${query.get('cursor')}` }], nextCursor },
      }));
      const error = await errorOf(readAll(source, { logs: false }));
      expect(error).toBeInstanceOf(BotUnreadableError);
      expect(error.message).toBe(
        `${server.baseUrl}/api/v1/typebots/b1/results has no end: its pages lead back to one that was read before`,
      );
      expect(server.requests).toHaveLength(nextCursor === 0 ? 1 : 2);
    },
  );

  it('stops at pages that lead in a circle', async () => {
    const source = await startSource((_, query) => ({
      body: { results: [], nextCursor: (Number(query.get('cursor')) + 1) % 3 },
    }));
    await errorOf(readAll(source));
    expect(server.requests).toHaveLength(3);
  });

  it('reads to the last page, and no result twice', async () => {
    const pages: Record<string, object> = {
      0: { results: [{ id: 'a' }, { id: 'b' }], nextCursor: 2 },
      2: { results: [{ id: 'b' }, { id: 'c' }], nextCursor: '4' },
      4: { results: [{ id: 'd' }], nextCursor: null },
    };
    const source = await startSource((_, query) => ({ body: pages[query.get('cursor') ?? ''] }));
    const results = await readAll(source, { logs: false });
    expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(OF_BOT)('makes what it responds about %s the failure of that bot', async (_, read, path) => {
    for (const status of [400, 403, 418, 500, 503]) {
      const error = await errorOf(read(await sourceThatFails(path, { status, body: {} })));
      expect(error).toBeInstanceOf(BotUnreadableError);
      expect(error).not.toBeInstanceOf(BotGoneError);
      expect(error.message).toBe(`${server.baseUrl}${path} responds with status ${status}`);
    }
  });

  it.each([...OF_BOT, ...OF_ALL])(
    'makes a refused token, a limit and a broken connection the failure of all: %s',
    async (_, read, path) => {
      const refused = await errorOf(read(await sourceThatFails(path, { status: 401, body: {} })));
      expect(refused).not.toBeInstanceOf(BotUnreadableError);
      expect(refused.message).toContain('refuses the token');

      const limited = await errorOf(read(await sourceThatFails(path, { status: 429, body: {} })));
      expect(limited).not.toBeInstanceOf(BotUnreadableError);
      expect(limited.message).toBe(`${server.baseUrl}${path} responds with status 429`);

      const broken = await errorOf(read(await sourceThatFails(path, undefined)));
      expect(broken).not.toBeInstanceOf(BotUnreadableError);
      expect(broken.message).toMatch(/does not respond \([A-Z_]+\)$/);
    },
  );

  it.each(OF_ALL)('makes any other failure to list %s that of all', async (_, read, path) => {
    for (const response of [{ status: 403, body: {} }, { status: 500, body: {} }, NOT_FOUND]) {
      const error = await errorOf(read(await sourceThatFails(path, response)));
      expect(error).not.toBeInstanceOf(BotUnreadableError);
      expect(error.message).toContain(`${server.baseUrl}${path} responds with status ${response.status}`);
    }
  });

  it('knows that a bot is gone, and its results with it', async () => {
    const source = await startSource(() => NOT_FOUND);
    await expect(source.readBot('b1')).rejects.toThrow(BotGoneError);
    await expect(readAll(source)).rejects.toThrow(BotGoneError);
  });

  it('has no published copy or logs where it is told that there are none', async () => {
    const source = await startSource((path) =>
      /(logs|publishedTypebot)$/.test(path) ? NOT_FOUND : respondWell(path),
    );
    expect(await source.readBot('b1')).toEqual({ draft: { id: 'b1' }, published: null });
    expect(await readAll(source)).toEqual([{ id: 'r1', logs: [] }]);
  });

  it('counts no results where it cannot tell how many there are', async () => {
    for (const response of [NOT_FOUND, { status: 500, body: {} }, { body: { stats: 'many' } }]) {
      expect(await (await startSource(() => response)).countResults('b1')).toBe(0);
    }
    expect(
      await (await startSource(() => ({ body: { stats: { totalStarts: 7 } } }))).countResults('b1'),
    ).toBe(7);
    const refusing = await startSource(() => ({ status: 401, body: {} }));
    await expect(refusing.countResults('b1')).rejects.toThrow('refuses the token');
  });

  it.each(LISTS)('does not take something else for an empty list of %s', async (name, read, path) => {
    const isOfBot = path.includes('b1');
    for (const body of [{}, { [name]: null }, { [name]: { id: 'x' } }]) {
      const error = await errorOf(read(await sourceThatFails(path, { body })));
      expect(error instanceof BotUnreadableError).toBe(isOfBot);
      expect(error.message).toBe(
        `${server.baseUrl}${path} does not respond like Typebot: expected a list ${name}`,
      );
    }
    for (const entry of [null, 'x', {}, { id: 5 }]) {
      const error = await errorOf(
        read(await sourceThatFails(path, { body: { [name]: [{ id: 'x' }, entry] } })),
      );
      expect(error.message).toContain(`expected a text as ${name}[1].id`);
    }
    for (const body of ['<html>', [], 'null']) {
      const response = { body, headers: { 'content-type': 'application/json' } };
      const error = await errorOf(read(await sourceThatFails(path, response)));
      expect(error.message).toContain(`${server.baseUrl}${path} is not the API of Typebot`);
    }
  });

  it('does not take something else for a bot', async () => {
    const path = '/api/v1/typebots/b1';
    const noBot = await errorOf((await sourceThatFails(path, { body: {} })).readBot('b1'));
    expect(noBot).not.toBeInstanceOf(BotGoneError);
    expect(noBot.message).toContain('expected an object typebot');
    const copy = await sourceThatFails(`${path}/publishedTypebot`, { body: { publishedTypebot: 'x' } });
    expect((await errorOf(copy.readBot('b1'))).message).toContain('expected an object publishedTypebot');
    const cursor = await startSource(() => ({ body: { results: [], nextCursor: {} } }));
    expect((await errorOf(readAll(cursor))).message).toContain('a number or a text as nextCursor');
  });

  it('names the address that a redirect leads to, and does not follow it', async () => {
    const other = await startSource(() => ({ body: { workspaces: [] } }));
    const { baseUrl: otherUrl, requests } = server;
    expect(await other.listWorkspaces()).toEqual([]);

    const moved = await startSource((path) => ({
      status: 308,
      headers: { location: `${otherUrl}${path}?key=hidden` },
      body: '',
    }));
    const { message } = await errorOf(moved.listWorkspaces());
    expect(message).toBe(`${server.baseUrl}/api/v1/workspaces redirects to ${otherUrl}: give that address`);

    const toSignIn = await startSource(() => ({
      status: 302,
      headers: { location: '/signin?next=x' },
      body: '',
    }));
    expect((await errorOf(toSignIn.listWorkspaces())).message).toBe(
      `${server.baseUrl}/api/v1/workspaces redirects to ${server.baseUrl}/signin. ` +
        "Give the address of Typebot's builder",
    );
    const nowhere = await startSource(() => ({ status: 304, body: '' }));
    expect((await errorOf(nowhere.readBot('b1'))).message).toContain('responds with status 304');
    expect(requests).toHaveLength(1);
  });

  it('stops reading a response that is too large, and does not ask again', async () => {
    const body = { results: [], padding: 'x'.repeat(2_000) };
    const bytes = JSON.stringify(body).length;
    const fitting = await startSource(() => ({ body }), { maxBodyBytes: bytes });
    expect(await readAll(fitting)).toEqual([]);

    const large = await startSource(() => ({ body }), { maxBodyBytes: bytes - 1, maxRetries: 5 });
    const error = await errorOf(readAll(large));
    expect(error).toBeInstanceOf(BotUnreadableError);
    expect(error.message).toBe(
      `${server.baseUrl}/api/v1/typebots/b1/results responds with more than ${bytes - 1} bytes`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('asks again where the source was busy or the connection broke', async () => {
    let count = 0;
    const source = await startSource(
      () => {
        count += 1;
        if (count === 1) return undefined;
        return count === 2 ? { status: 502, body: '' } : { body: { workspaces: [{ id: 'w1' }] } };
      },
      { maxRetries: 2 },
    );
    expect(await source.listWorkspaces()).toEqual([{ id: 'w1', name: 'w1' }]);
  });

  it('does not repeat what an error says that has no code', async () => {
    const source = await startSource(() => ({ body: {} }), { token: `${TOKEN}…` });
    expect((await errorOf(source.listWorkspaces())).message).toMatch(
      /\/api\/v1\/workspaces does not respond$/,
    );
    expect(server.requests).toHaveLength(0);
  });
});

it.each(['', '/', '/api', '/api/', '/api/v1', '/builder/api'])(
  'finds the API at an address that ends with "%s"',
  (end) => {
    const api = { baseUrl: `https://builder.example${end}`, token: 'x' };
    expect(sourceAddress(api, '/v1/workspaces')).toBe(
      `https://builder.example${end.startsWith('/builder') ? '/builder' : ''}/api/v1/workspaces`,
    );
  },
);
