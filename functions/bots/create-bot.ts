import { createBot } from '#lib/bots/draft/create-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createBotContract } from './create-bot.contract.ts';

export const handler = endpointHandler(createBotContract, async ({ body, newId, caller, roundedNumbers }) => {
  const { bot, warnings } = await createBot({ ...body, newId, rounded: roundedNumbers() }, caller);
  return {
    body: { bot: presentBot(bot), ...(warnings.length > 0 && { warnings }) },
    headers: { etag: formatEtag(bot.head) },
  };
});
