import type * as z from 'zod';
import type { getPublishedBotContract } from '#lib/bots/contracts/get-published-bot.ts';
import type { importBotContract } from '#lib/bots/contracts/import-bot.ts';
import type { publishBotContract } from '#lib/bots/contracts/publish-bot.ts';
import type { updateBotContract } from '#lib/bots/contracts/update-bot.ts';
import { type Client, type ClientRequestInit, createClient } from '#lib/client/client.ts';
import type { Api, ApiResponse } from './describe-api.ts';

/*
 * Calls that most tests begin with, made with the service's own client. Each throws unless it succeeds. A
 * test about a refusal calls `api.request` instead.
 */

type Body<C extends { response: z.ZodType }> = z.output<C['response']>;

export type ImportAnswer = Body<typeof importBotContract>;
export type UpdateAnswer = Body<typeof updateBotContract>;
export type AnsweredBot = ImportAnswer['bot'];
export type PublishedAnswer = Body<typeof getPublishedBotContract>;
export type Publication = Body<typeof publishBotContract>;

const ADDRESSES = { management: 'http://management.test', chat: 'http://chat.test' } as const;

/**
 * The service's client with an editor's token. Requests go to the suite's target, and responses are checked.
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
    // The headers are the client's own, so `api.request` adds no token.
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

export async function importAnswer(api: Api, bot: unknown, fields: object = {}): Promise<ImportAnswer> {
  const client = await connectClient(api);
  return await client.importBot({
    body: { workspaceId: api.workspaceId, bot: bot as Record<string, unknown>, ...fields },
  });
}

export async function importBot(api: Api, bot: unknown, fields: object = {}): Promise<AnsweredBot> {
  return (await importAnswer(api, bot, fields)).bot;
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

export async function patchAnswer(api: Api, botId: string, bot: unknown): Promise<UpdateAnswer> {
  const client = await connectClient(api);
  return await client.updateBot({ params: { botId }, body: { bot: bot as Record<string, unknown> } });
}

export async function patchBot(api: Api, botId: string, bot: unknown): Promise<AnsweredBot> {
  return (await patchAnswer(api, botId, bot)).bot;
}

export async function getBot(api: Api, botId: string): Promise<AnsweredBot> {
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
): Promise<PublishedAnswer> {
  const client = await connectClient(api);
  // Some tests send other keys, which the client's types rule out.
  return await client.getPublishedBot({
    params: { botId },
    query: query as { migrateToLatestVersion?: 'true' },
  });
}
