import { getBotContract } from '#lib/bots/contracts/get-bot.ts';
import { getBot } from '#lib/bots/get-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(getBotContract, async ({ params, query, caller }) => {
  const migrateToLatestVersion = query.migrateToLatestVersion === 'true';
  const bot = await getBot(params.botId, { migrateToLatestVersion }, caller);
  return { body: { bot: presentBot(bot) }, headers: { etag: formatEtag(bot.head) } };
});
