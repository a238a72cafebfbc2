import { updateBotContract } from '#lib/bots/contracts/update-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { updateBot } from '#lib/bots/update-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(updateBotContract, async (input) => {
  const { params, headers, body, caller } = input;
  const update = {
    patch: body.bot,
    overwrite: body.overwrite === true,
    ifMatch: headers['if-match'],
    rounded: input.roundedNumbers(),
  };
  const { bot, warnings } = await updateBot(params.botId, update, caller);
  return {
    body: { bot: presentBot(bot), ...(warnings.length > 0 && { warnings }) },
    headers: { etag: formatEtag(bot.head) },
  };
});
