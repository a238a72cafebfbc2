import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { readSourceWorld, SOURCE_WORLD } from './source-world.ts';

/** Data of an installation of Typebot. Tests may change it while the server runs. */
export type SourceContent = {
  workspaces: JsonObject[];
  /** Registered host names, by the id of the workspace. */
  domains: Map<string, JsonObject[]>;
  /** Newest first, as its lists have them, with their parents. */
  folders: { workspaceId: string; parentFolderId: string | null; folder: JsonObject }[];
  /** By the path below `/api/v1/`. */
  people: Map<string, JsonObject>;
  /** Newest first, as its lists have them. */
  bots: { workspaceId: string; typebot: JsonObject; published: JsonObject | null }[];
  /** Newest first, by the id of the bot. */
  results: Map<string, JsonObject[]>;
  logs: Map<string, JsonObject[]>;
};

export type Exchange = {
  request: { method: string; path: string; query: Record<string, string>; authorization: string };
  status: number;
  body: JsonObject;
};

/** What a fault does to a request: responds with a status, or breaks the connection. */
export type Fault = { status: number; retryAfterSeconds?: number } | 'disconnect';

export type SourceApiServer = {
  url: string;
  content: SourceContent;
  /** Paths with queries, in the order of arrival. */
  requests: string[];
  /** Decides about the fault of a request, counted from 1. */
  faultOf: (count: number, path: string) => Fault | undefined;
  stop(): Promise<void>;
};

export const SOURCE_TOKEN = 'source-token';

/** Bots and results as the recorded API tells them. A result's logs are there if they were recorded. */
export function recordedContent(): SourceContent {
  const workspaces = body('workspaces/list.json').workspaces as JsonObject[];
  const listed = ['acme', 'side-project'].flatMap(
    (name) => body(`typebots/list.${name}.all-no-folderId.json`).typebots as JsonObject[],
  );
  const gets = filesIn('typebots').filter((file) => file.startsWith('get.'));
  const byId = new Map(
    gets.map((file) => {
      const { typebot } = body(`typebots/${file}`) as { typebot: JsonObject };
      const { publishedTypebot } = body(`typebots/${file.replace('get.', 'published.')}`);
      return [typebot.id as string, { typebot, published: publishedTypebot as JsonObject | null }];
    }),
  );
  const bots = listed.map(({ id }) => {
    const bot = byId.get(id as string);
    if (!bot) throw new Error(`There is no recording of the bot ${id}`);
    return { workspaceId: bot.typebot.workspaceId as string, ...bot };
  });
  const results = new Map(bots.map(({ typebot }) => [typebot.id as string, [] as JsonObject[]]));
  for (const file of filesIn('results')) {
    const { request, body: page } = exchange(`results/${file}`);
    const isWhole = request.query.timeFilter === 'allTime' && request.query.limit === '500';
    const botId = request.path.split('/')[4] as string;
    if (isWhole && request.query.cursor === '0' && results.has(botId)) {
      results.set(botId, page.results as JsonObject[]);
    }
  }
  const logs = new Map<string, JsonObject[]>();
  for (const file of filesIn('result').filter((name) => name.endsWith('.logs.json'))) {
    const { request, body: found } = exchange(`result/${file}`);
    logs.set(request.path.split('/')[6] as string, found.logs as JsonObject[]);
  }
  const domains = new Map(
    filesIn('custom-domains').map((file) => {
      const { request, body: found } = exchange(`custom-domains/${file}`);
      return [String(request.query.workspaceId), found.customDomains as JsonObject[]];
    }),
  );
  const folders = filesIn('folders')
    .filter((file) => file.startsWith('list.'))
    .flatMap((file) => {
      const { request, body: found } = exchange(`folders/${file}`);
      const { workspaceId = '', parentFolderId = null } = request.query;
      return (found.folders as JsonObject[]).map((folder) => ({ workspaceId, parentFolderId, folder }));
    });
  const people = new Map(
    peopleFiles().map((file) => {
      const { request, body: found } = exchange(file);
      return [request.path.slice('/api/v1/'.length), found];
    }),
  );
  return { workspaces, domains, folders, people, bots, results, logs };
}

function peopleFiles(): string[] {
  return filesIn('workspaces')
    .filter((file) => /^(members|invitations)\./.test(file))
    .map((file) => `workspaces/${file}`);
}

/** Every recorded answer that the stand-in claims to give. */
export function recordedExchanges(): [file: string, Exchange][] {
  const isLasting = (file: string) => file.includes('.allTime.') || file.includes('cursor');
  return [
    'workspaces/list.json',
    ...peopleFiles(),
    ...filesIn('custom-domains').map((file) => `custom-domains/${file}`),
    ...filesIn('folders')
      .filter((file) => file.startsWith('list.'))
      .map((file) => `folders/${file}`),
    ...['acme', 'side-project'].map((name) => `typebots/list.${name}.all-no-folderId.json`),
    ...filesIn('typebots')
      .filter((file) => /^(get|published)\./.test(file) && !file.includes('dog-archived'))
      .map((file) => `typebots/${file}`),
    ...filesIn('results')
      .filter(
        (file) => isLasting(file) && file !== 'lead-generation.cursor-0.json' && !file.startsWith('dog-'),
      )
      .map((file) => `results/${file}`),
    ...filesIn('result')
      .filter((file) => file.endsWith('.logs.json') && !file.startsWith('dog-'))
      .map((file) => `result/${file}`),
    ...[
      '401.no-token',
      '401.wrong-token',
      '404.unknown-route',
      '404.typebot-unknown',
      '404.results-unknown-typebot',
    ].map((name) => `errors/${name}.json`),
    'errors/200.list-typebots-foreign-workspace.json',
    'errors/200.logs-of-unknown-result.json',
  ].map((file) => [file, exchange(file)]);
}

/** Starts a server that answers like the API of Typebot. */
export async function startSourceApi(content: SourceContent): Promise<SourceApiServer> {
  const requests: string[] = [];
  const self: SourceApiServer = {
    url: '',
    content,
    requests,
    faultOf: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://source');
    requests.push(`${url.pathname}${url.search}`);
    const fault = self.faultOf(requests.length, url.pathname);
    if (fault === 'disconnect') {
      request.socket.destroy();
      return;
    }
    if (fault) {
      if (fault.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', String(fault.retryAfterSeconds));
      }
      sendJson(response, fault.status, {
        defined: false,
        code: 'FAULT',
        status: fault.status,
        message: 'Fault',
      });
      return;
    }
    respond(response, url, request.headers.authorization === `Bearer ${SOURCE_TOKEN}`, self.content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}

function respond(response: ServerResponse, url: URL, isKnown: boolean, content: SourceContent): void {
  const { searchParams: query } = url;
  const [, api, v1, collection, id = '', part, resultId = '', last] = url.pathname.split('/');
  const isRoute =
    api === 'api' &&
    v1 === 'v1' &&
    ['workspaces', 'typebots', 'custom-domains', 'folders'].includes(collection ?? '');
  if (!isRoute) {
    response.writeHead(404, { 'content-type': 'text/plain;charset=UTF-8' }).end('Not found');
    return;
  }
  if (collection === 'custom-domains') {
    if (!isKnown) sendRecorded(response, 'errors/401.no-token.json');
    else
      sendJson(response, 200, { customDomains: content.domains.get(query.get('workspaceId') ?? '') ?? [] });
    return;
  }
  if (collection === 'folders') {
    if (isKnown) sendJson(response, 200, { folders: listFolders(content, query) });
    else sendRecorded(response, 'errors/401.no-token.json');
    return;
  }
  if (collection === 'workspaces') {
    const people = content.people.get(`workspaces/${id}/${part}`);
    if (!isKnown) sendRecorded(response, 'errors/401.no-token.json');
    else if (part !== undefined) sendJson(response, people ? 200 : 404, people ?? {});
    else sendJson(response, 200, { workspaces: content.workspaces });
    return;
  }
  if (id === '') {
    sendJson(response, 200, { typebots: isKnown ? listBots(content, query.get('workspaceId')) : [] });
    return;
  }
  const bot = isKnown ? content.bots.find(({ typebot }) => typebot.id === id) : undefined;
  if (!bot) sendRecorded(response, 'errors/404.typebot-unknown.json');
  else if (part === undefined) sendJson(response, 200, { typebot: bot.typebot, currentUserMode: 'write' });
  else if (part === 'publishedTypebot') sendJson(response, 200, { publishedTypebot: bot.published });
  else if (part === 'analytics') sendStatistics(response, bot, content);
  else if (last === 'logs') sendJson(response, 200, { logs: content.logs.get(resultId) ?? [] });
  else sendJson(response, 200, pageOf(content.results.get(id) ?? [], query));
}

function listFolders({ folders }: SourceContent, query: URLSearchParams): JsonObject[] {
  const [workspaceId, parent] = [query.get('workspaceId'), query.get('parentFolderId')];
  return folders
    .filter((one) => one.workspaceId === workspaceId && one.parentFolderId === parent)
    .map(({ folder }) => folder);
}

function listBots({ bots }: SourceContent, workspaceId: string | null): JsonObject[] {
  return bots
    .filter((bot) => bot.workspaceId === workspaceId)
    .map(({ typebot, published }) => ({
      name: typebot.name,
      icon: typebot.icon,
      id: typebot.id,
      spaceId: null,
      createdAt: typebot.createdAt,
      ...(published && { publishedTypebotId: published.id }),
      accessRight: 'write',
    }));
}

const DEFAULT_LIMIT = 50;
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

function pageOf(all: JsonObject[], query: URLSearchParams): JsonObject {
  const since = query.get('timeFilter') === 'allTime' ? 0 : Date.now() - WEEK_MS;
  const shown = all.filter(({ createdAt }) => Date.parse(createdAt as string) >= since);
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const cursor = query.get('cursor');
  const start = Number(cursor ?? 0);
  const hasMore = start + limit < shown.length;
  return {
    results: shown.slice(start, start + limit),
    // Only those who sent a cursor are told that there is more.
    ...(cursor !== null && hasMore && { nextCursor: start + limit }),
  };
}

function sendStatistics(
  response: ServerResponse,
  bot: SourceContent['bots'][number],
  { results }: SourceContent,
) {
  if (!bot.published) return sendRecorded(response, 'errors/404.stats-never-published.json');
  const started = results.get(bot.typebot.id as string) ?? [];
  sendJson(response, 200, {
    stats: {
      totalViews: started.length,
      totalStarts: started.length,
      totalCompleted: started.filter(({ isCompleted }) => isCompleted).length,
    },
  });
}

function sendRecorded(response: ServerResponse, file: string): void {
  const { status, body: sent } = exchange(file);
  sendJson(response, status, sent);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function filesIn(folder: string): string[] {
  return readdirSync(`${SOURCE_WORLD}/api/${folder}`).toSorted();
}

function exchange(file: string): Exchange {
  return readSourceWorld<Exchange>(`api/${file}`);
}

function body(file: string): JsonObject {
  return exchange(file).body;
}
