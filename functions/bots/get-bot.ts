import { getBot } from '#lib/bots/get-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotContract } from './get-bot.contract.ts';

export const handler = endpointHandler(getBotContract, async ({ params, query, headers, caller }) => {
  const options = {
    migrateToLatestVersion: query.migrateToLatestVersion === 'true',
    ifNoneMatch: headers['if-none-match'],
  };
  const bot = await getBot(params.botId, options, caller);
  return {
    body: bot.document && { bot: presentBot(bot) },
    headers: { etag: formatEtag(bot.head) },
  };
});
