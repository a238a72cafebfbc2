import { unpublishBot } from '#lib/bots/publication/unpublish-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { unpublishBotContract } from './unpublish-bot.contract.ts';

export const handler = endpointHandler(unpublishBotContract, async ({ params, caller }) => {
  await unpublishBot(params.botId, caller);
  return { body: { message: 'success' } };
});
