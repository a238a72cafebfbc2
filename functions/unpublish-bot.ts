import { unpublishBotContract } from '#lib/bots/contracts/unpublish-bot.ts';
import { unpublishBot } from '#lib/bots/unpublish-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(unpublishBotContract, async ({ params, caller }) => {
  await unpublishBot(params.botId, caller);
  return { body: { message: 'success' } };
});
