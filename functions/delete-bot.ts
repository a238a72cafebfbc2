import { archiveBot } from '#lib/bots/archive-bot.ts';
import { deleteBotContract } from '#lib/bots/contracts/delete-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(deleteBotContract, async ({ params, caller }) => {
  await archiveBot(params.botId, caller);
  return { body: { message: 'success' } };
});
