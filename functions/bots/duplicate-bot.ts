import { duplicateBot } from '#lib/bots/draft/duplicate-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { duplicateBotContract } from './duplicate-bot.contract.ts';

export const handler = endpointHandler(duplicateBotContract, async ({ params, body, newId, caller }) => {
  const bot = await duplicateBot(params.botId, { ...body, newId }, caller);
  return { body: { bot: presentBot(bot) }, headers: { etag: formatEtag(bot.head) } };
});
