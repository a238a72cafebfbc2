import { getPublishedBotContract } from '#lib/bots/contracts/get-published-bot.ts';
import { getPublishedBot } from '#lib/bots/get-published-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(getPublishedBotContract, async ({ params, query, caller }) => {
  const migrateToLatestVersion = query.migrateToLatestVersion === 'true';
  return { body: await getPublishedBot(params.botId, { migrateToLatestVersion }, caller) };
});
