import { createBotContract } from '#lib/bots/contracts/create-bot.ts';
import { createBot } from '#lib/bots/create-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(createBotContract, async ({ body, newId, caller, roundedNumbers }) => {
  const { bot, warnings } = await createBot({ ...body, newId, rounded: roundedNumbers() }, caller);
  return {
    body: { bot: presentBot(bot), ...(warnings.length > 0 && { warnings }) },
    headers: { etag: formatEtag(bot.head) },
  };
});
