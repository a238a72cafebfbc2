import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { updateBotContract } from './update-bot.contract.ts';

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
