import { diffBotContract } from '#lib/bots/contracts/diff-bot.ts';
import { diffBot } from '#lib/bots/diff-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(diffBotContract, async ({ params, query, caller }) => {
  return { body: { diff: await diffBot(params.botId, query, caller) } };
});
