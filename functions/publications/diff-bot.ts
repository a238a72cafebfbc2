import { diffBot } from '#lib/bots/diff-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { diffBotContract } from './diff-bot.contract.ts';

export const handler = endpointHandler(diffBotContract, async ({ params, query, caller }) => {
  return { body: { diff: await diffBot(params.botId, query, caller) } };
});
