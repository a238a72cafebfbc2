import { expect } from 'vitest';
import type * as z from 'zod';
import type { getBotContract } from '#lib/bots/contracts/get-bot.ts';
import type { getPublishedBotContract } from '#lib/bots/contracts/get-published-bot.ts';
import type { importBotContract } from '#lib/bots/contracts/import-bot.ts';
import type { publishBotContract } from '#lib/bots/contracts/publish-bot.ts';
import type { updateBotContract } from '#lib/bots/contracts/update-bot.ts';
import type { Api, ApiResponse } from './describe-api.ts';

/*
 * The calls that most tests begin with. Each expects 200; a test about a refusal asks `api.request` itself.
 */

type Body<C extends { response: z.ZodType }> = z.output<C['response']>;

export type ImportAnswer = Body<typeof importBotContract>;
export type UpdateAnswer = Body<typeof updateBotContract>;
export type AnsweredBot = ImportAnswer['bot'];
export type PublishedAnswer = Body<typeof getPublishedBotContract>;
export type Publication = Body<typeof publishBotContract>;

/** The body of a success, whose form the response was checked against already. */
function bodyOf<T>(response: ApiResponse): T {
  expect(response.status, response.text.slice(0, 1_000)).toBe(200);
  return response.body as T;
}

export function sendImport(api: Api, bot: unknown, fields: object = {}): Promise<ApiResponse> {
  return api.request({
    method: 'POST',
    path: '/v1/bots/import',
    body: { workspaceId: api.workspaceId, bot, ...fields },
  });
}

export async function importAnswer(api: Api, bot: unknown, fields: object = {}): Promise<ImportAnswer> {
  return bodyOf(await sendImport(api, bot, fields));
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
  return bodyOf(await sendPatch(api, botId, bot));
}

export async function patchBot(api: Api, botId: string, bot: unknown): Promise<AnsweredBot> {
  return (await patchAnswer(api, botId, bot)).bot;
}

export async function getBot(api: Api, botId: string): Promise<AnsweredBot> {
  const response = await api.request({ method: 'GET', path: `/v1/bots/${botId}` });
  return bodyOf<Body<typeof getBotContract>>(response).bot;
}

export async function publishBot(api: Api, botId: string): Promise<Publication> {
  return bodyOf(await api.request({ method: 'POST', path: `/v1/bots/${botId}/publish` }));
}

export async function unpublishBot(api: Api, botId: string): Promise<void> {
  bodyOf(await api.request({ method: 'POST', path: `/v1/bots/${botId}/unpublish` }));
}

export async function getPublished(
  api: Api,
  botId: string,
  query: Record<string, string> = {},
): Promise<PublishedAnswer> {
  return bodyOf(await api.request({ method: 'GET', path: `/v1/bots/${botId}/publishedBot`, query }));
}
