import {
  type Client,
  type ClientRequestInit,
  createClient,
  type OperationData,
} from '#apps/client/client.ts';
import type { Api, ApiResponse } from './describe-api.ts';

/*
 * Setup calls shared by most tests, made with the service's own client. Each throws unless it succeeds. Tests
 * that expect an error call `api.request` instead.
 */

export type ImportResponse = OperationData<'importBot'>;
export type UpdateResponse = OperationData<'updateBot'>;
export type ReturnedBot = ImportResponse['bot'];
export type PublishedResponse = OperationData<'getPublishedBot'>;
export type Publication = OperationData<'publishBot'>;

const ADDRESSES = { management: 'http://management.test', chat: 'http://chat.test' } as const;

/**
 * Creates the service's client with an editor token. Requests go to the suite's target, and responses are checked
 * against their contracts.
 */
export async function connectClient(api: Api): Promise<Client> {
  return createClient({
    baseUrl: ADDRESSES.management,
    chatUrl: ADDRESSES.chat,
    token: await api.tokenFor('editor'),
    fetch: (url, init) => fetchThrough(api, url, init),
  });
}

async function fetchThrough(api: Api, url: string, init: ClientRequestInit): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(url);
  const { status, headers, text } = await api.request({
    api: origin === ADDRESSES.chat ? 'chat' : 'management',
    method: init.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    // The client sets all headers itself, so `api.request` must not add a token.
    token: null,
    contentType: null,
    headers: init.headers,
    ...(init.body !== undefined && { rawBody: init.body }),
  });
  return new Response(text, { status, headers });
}

export function sendImport(api: Api, bot: unknown, fields: object = {}): Promise<ApiResponse> {
  return api.request({
    method: 'POST',
    path: '/v1/bots/import',
    body: { workspaceId: api.workspaceId, bot, ...fields },
  });
}

export async function importResponse(api: Api, bot: unknown, fields: object = {}): Promise<ImportResponse> {
  const client = await connectClient(api);
  return await client.importBot({
    body: { workspaceId: api.workspaceId, bot: bot as Record<string, unknown>, ...fields },
  });
}

export async function importBot(api: Api, bot: unknown, fields: object = {}): Promise<ReturnedBot> {
  return (await importResponse(api, bot, fields)).bot;
}

export function sendPatch(
  api: Api,
  botId: string,
  bot: unknown,
  { ifMatch, ...fields }: { ifMatch?: string; overwrite?: boolean } = {},
): Promise<ApiResponse> {
  return api.request({
    method: 'PATCH',
    path: `/v1/bots/${botId}`,
    ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
    body: { bot, ...fields },
  });
}

export async function patchResponse(api: Api, botId: string, bot: unknown): Promise<UpdateResponse> {
  const client = await connectClient(api);
  return await client.updateBot({ params: { botId }, body: { bot: bot as Record<string, unknown> } });
}

export async function patchBot(api: Api, botId: string, bot: unknown): Promise<ReturnedBot> {
  return (await patchResponse(api, botId, bot)).bot;
}

export async function getBot(api: Api, botId: string): Promise<ReturnedBot> {
  const client = await connectClient(api);
  return (await client.getBot({ params: { botId } })).bot;
}

export async function publishBot(api: Api, botId: string): Promise<Publication> {
  const client = await connectClient(api);
  return await client.publishBot({ params: { botId } });
}

export async function unpublishBot(api: Api, botId: string): Promise<void> {
  const client = await connectClient(api);
  await client.unpublishBot({ params: { botId } });
}

export async function getPublished(
  api: Api,
  botId: string,
  query: Record<string, string> = {},
): Promise<PublishedResponse> {
  const client = await connectClient(api);
  // Some tests send query parameters that the client's types rule out.
  return await client.getPublishedBot({
    params: { botId },
    query: query as { migrateToLatestVersion?: 'true' },
  });
}
