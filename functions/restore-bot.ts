import { restoreBotContract } from '#lib/bots/contracts/restore-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { restoreBot } from '#lib/bots/restore-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(restoreBotContract, async ({ params, caller }) => {
  const bot = await restoreBot(params.botId, caller);
  return { body: { bot: presentBot(bot) }, headers: { etag: formatEtag(bot.head) } };
});
