import { checkBot, checkBotInWorkspace } from '#lib/bots/check-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { checkBotContract } from './check-bot.contract.ts';

export const handler = endpointHandler(checkBotContract, async ({ body, roundedNumbers, caller }) => {
  const { bot, workspaceId } = body;
  const rounded = roundedNumbers();
  const issues =
    workspaceId === undefined
      ? checkBot(bot, rounded)
      : await checkBotInWorkspace({ bot, workspaceId, rounded }, caller);
  return { body: { issues } };
});
