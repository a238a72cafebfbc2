import { getBot } from '#lib/bots/get-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotContract } from './get-bot.contract.ts';

export const handler = endpointHandler(getBotContract, async ({ params, query, caller }) => {
  const migrateToLatestVersion = query.migrateToLatestVersion === 'true';
  const bot = await getBot(params.botId, { migrateToLatestVersion }, caller);
  return { body: { bot: presentBot(bot) }, headers: { etag: formatEtag(bot.head) } };
});
