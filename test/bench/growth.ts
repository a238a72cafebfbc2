import type { Api } from '#lib/platform/http/contract.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';
import { listItems } from '#test/support/stored-bots.ts';
import { secondsLater, storedResults } from '#test/support/stored-results.ts';
import { type BenchService, callServiceForEach } from './bench-service.ts';
import type { HttpCall } from './load.ts';
import {
  authorized,
  importBot,
  importCall,
  publishBot,
  replyCall,
  startCall,
  startChats,
} from './operations.ts';
import { recordOperation } from './recorded-operation.ts';

/** Cost of a call with little and with much data. */
export type GrowthFigures = {
  what: string;
  size: string;
  requests: number;
  readUnits: number;
  writeUnits: number;
};

/** CPU time and capacity of a turn after this many replies. */
export type TurnFigures = {
  replies: number;
  cpuMs: number;
  readUnits: number;
  writeUnits: number;
  sentBytes: number;
};

export type GrowthSizes = { bots: number; results: number };

const LARGE_BOT_BYTES = 1_000_000;
const SMALL_BOT_BYTES = 7_000;

const get = (service: BenchService, path: string) => authorized(service, { method: 'GET', path });

/** Measures how the cost of calls grows with a workspace, a bot and a document. */
export async function measureGrowth(
  service: BenchService,
  { bots, results }: GrowthSizes,
): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = [];
  const measure = async (what: string, size: string, api: Api, call: HttpCall) => {
    const { requests, readUnits, writeUnits } = await recordOperation(api, call);
    figures.push({ what, size, requests: requests.length, readUnits, writeUnits });
  };

  const { botId, publicId } = await publishBot(service);
  const measureBots = async (size: string) => {
    await measure(
      'list 50 bots',
      size,
      'management',
      get(service, `/v1/bots?workspaceId=${service.workspaceId}&limit=50`),
    );
    await measure('get', size, 'management', get(service, `/v1/bots/${botId}`));
    await measure('import', size, 'management', importCall(service));
  };
  for (let n = 0; n < 50; n++) await importBot(service);
  await measureBots('50 bots');
  await copyBot(service, botId, bots);
  await measureBots(`${bots} bots`);

  const measureResults = async (size: string) => {
    await measure('list 50 results', size, 'management', get(service, `/v1/bots/${botId}/results?limit=50`));
    await measure('statistics', size, 'management', get(service, `/v1/bots/${botId}/analytics/stats`));
    await measure('start chat', size, 'chat', startCall(publicId));
  };
  await storedResults(service.workspaceId, botId, 50);
  await measureResults('50 results');
  await storedResults(service.workspaceId, botId, results);
  await measureResults(`${results} results`);

  for (const bytes of [SMALL_BOT_BYTES, LARGE_BOT_BYTES]) {
    const document = JSON.stringify(generatedBot(bytes));
    const large = await publishBot(service, document);
    const size = `${Math.round(bytes / 1_000)} KB bot`;
    await measure('import', size, 'management', importCall(service, document));
    await measure('get', size, 'management', get(service, `/v1/bots/${large.botId}`));
    await measure('published', size, 'management', get(service, `/v1/bots/${large.botId}/publishedBot`));
  }
  return figures;
}

/** Writes copies of a bot's draft, created a second apart. */
async function copyBot({ workspaceId }: BenchService, botId: string, copies: number): Promise<void> {
  const draft = (await listItems(botId)).find(({ sk }) => sk === keys.draft(botId).sk);
  await writeItems(
    Array.from({ length: copies }, (_, index) => {
      const [id, createdAt] = [createId(), secondsLater(index)];
      return {
        put: {
          ...draft,
          ...keys.draft(id),
          ...indexKeys.botOfWorkspace(workspaceId, createdAt, id),
          id,
          createdAt,
        },
      };
    }),
  );
}

/** Number of turns measured per length of conversation. */
const TURNS = 200;

/** Measures how the cost of a turn grows with the conversation. */
export async function measureTurns(service: BenchService, replies: number[]): Promise<TurnFigures[]> {
  const figures: TurnFigures[] = [];
  for (const before of replies) {
    // Long conversations take long to set up, so fewer of them are measured, for more turns each.
    const sessions = await startChats(service, before > 100 ? 4 : 20, before);
    const turnsPerSession = TURNS / sessions.length;
    const { readUnits, writeUnits, sentBytes } = await recordOperation('chat', replyCall(sessions[0] ?? ''));
    await service.process.collectGarbage();
    const startMs = await service.process.cpuMs();
    for (let turn = 0; turn < turnsPerSession; turn++) {
      await callServiceForEach(service, 'chat', sessions.map(replyCall));
    }
    const cpuMs = ((await service.process.cpuMs()) - startMs) / TURNS;
    figures.push({ replies: before, cpuMs, readUnits, writeUnits, sentBytes });
  }
  return figures;
}
