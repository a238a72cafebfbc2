import { archiveBot } from '#lib/bots/draft/archive-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteBotContract } from './delete-bot.contract.ts';

export const handler = endpointHandler(deleteBotContract, async ({ params, caller }) => {
  await archiveBot(params.botId, caller);
  return { body: { message: 'success' } };
});
