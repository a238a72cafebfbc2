import { restoreBot } from '#lib/bots/draft/restore-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { restoreBotContract } from './restore-bot.contract.ts';

export const handler = endpointHandler(restoreBotContract, async ({ params, caller }) => {
  const bot = await restoreBot(params.botId, caller);
  return { body: { bot: presentBot(bot) }, headers: { etag: formatEtag(bot.head) } };
});
