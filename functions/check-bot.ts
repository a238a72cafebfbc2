import { checkBot } from '#lib/bots/check-bot.ts';
import { checkBotContract } from '#lib/bots/contracts/check-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(checkBotContract, async ({ body, roundedNumbers }) => {
  return { body: { issues: checkBot(body.bot, roundedNumbers()) } };
});
