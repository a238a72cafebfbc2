import { getPublishedBot } from '#lib/bots/publication/get-published-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getPublishedBotContract } from './get-published-bot.contract.ts';

export const handler = endpointHandler(getPublishedBotContract, async ({ params, query, caller }) => {
  const migrateToLatestVersion = query.migrateToLatestVersion === 'true';
  return { body: await getPublishedBot(params.botId, { migrateToLatestVersion }, caller) };
});
