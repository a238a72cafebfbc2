import { expect } from 'vitest';
import type * as z from 'zod';
import type { createBotContract } from '#functions/bots/create-bot.contract.ts';
import type { listBotsContract } from '#functions/bots/list-bots.contract.ts';
import type { diffBotContract } from '#functions/publications/diff-bot.contract.ts';
import type { getReleaseContract } from '#functions/publications/get-release.contract.ts';
import type { listReleasesContract } from '#functions/publications/list-releases.contract.ts';
import type { restoreReleaseContract } from '#functions/publications/restore-release.contract.ts';
import type { ReturnedBot } from './bot-client.ts';
import type { Api, ApiResponse } from './describe-api.ts';

/*
 * Calls for a bot's life cycle, from creation to archiving, and for its releases. Each expects 200. Tests that
 * expect an error call `api.request` instead.
 */

type Body<C extends { response: () => z.ZodType }> = z.output<ReturnType<C['response']>>;

export type CreateResponse = Body<typeof createBotContract>;
export type BotList = Body<typeof listBotsContract>;
export type ListedBot = BotList['bots'][number];
export type ReleaseList = Body<typeof listReleasesContract>;
export type ListedRelease = ReleaseList['releases'][number];
export type Release = Body<typeof getReleaseContract>['release'];
export type ReleaseRestoration = Body<typeof restoreReleaseContract>;
export type BotDiff = Body<typeof diffBotContract>['diff'];

function getBody<T>(response: ApiResponse): T {
  expect(response.status, response.text.slice(0, 1_000)).toBe(200);
  return response.body as T;
}

export async function createBot(api: Api, bot: unknown = {}): Promise<CreateResponse> {
  const body = { workspaceId: api.workspaceId, bot };
  return getBody(await api.request({ method: 'POST', path: '/v1/bots', body }));
}

export async function archiveBot(api: Api, botId: string): Promise<void> {
  getBody(await api.request({ method: 'DELETE', path: `/v1/bots/${botId}` }));
}

export async function restoreBot(api: Api, botId: string): Promise<ReturnedBot> {
  const response = await api.request({ method: 'POST', path: `/v1/bots/${botId}/restore` });
  return getBody<{ bot: ReturnedBot }>(response).bot;
}

export async function duplicateBot(api: Api, botId: string, body?: unknown): Promise<ReturnedBot> {
  const path = `/v1/bots/${botId}/duplicate`;
  const response = await api.request({ method: 'POST', path, ...(body !== undefined && { body }) });
  return getBody<{ bot: ReturnedBot }>(response).bot;
}

export async function listBots(api: Api, query: Record<string, string> = {}): Promise<BotList> {
  return getBody(
    await api.request({
      method: 'GET',
      path: '/v1/bots',
      query: { workspaceId: api.workspaceId, ...query },
    }),
  );
}

/** Lists all bots, following the cursor through every page. */
export async function listAllBots(api: Api, query: Record<string, string> = {}): Promise<ListedBot[]> {
  const bots: ListedBot[] = [];
  let page: BotList = { bots: [] };
  do {
    page = await listBots(api, {
      limit: '100',
      ...query,
      ...(page.nextCursor !== undefined && { cursor: page.nextCursor }),
    });
    bots.push(...page.bots);
  } while (page.nextCursor !== undefined);
  return bots;
}

export async function listReleases(
  api: Api,
  botId: string,
  query: Record<string, string> = {},
): Promise<ReleaseList> {
  return getBody(await api.request({ method: 'GET', path: `/v1/bots/${botId}/releases`, query }));
}

export async function getRelease(api: Api, botId: string, release: number): Promise<Release> {
  const response = await api.request({ method: 'GET', path: `/v1/bots/${botId}/releases/${release}` });
  return getBody<{ release: Release }>(response).release;
}

export async function restoreRelease(api: Api, botId: string, release: number): Promise<ReleaseRestoration> {
  const path = `/v1/bots/${botId}/releases/${release}/restore`;
  return getBody(await api.request({ method: 'POST', path }));
}

export async function diffBot(
  api: Api,
  botId: string,
  from: number | 'draft',
  to: number | 'draft',
): Promise<BotDiff> {
  const path = `/v1/bots/${botId}/diff`;
  return getBody<{ diff: BotDiff }>(await api.request({ method: 'GET', path, query: { from, to } })).diff;
}
