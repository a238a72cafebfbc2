import { updateSessionBot } from '#lib/chat/update-session-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { updateSessionBotContract } from './update-session-bot.contract.ts';

export const handler = endpointHandler(updateSessionBotContract, async ({ params, caller }) => {
  await updateSessionBot(params.sessionId, caller);
  return { body: { message: 'success' } };
});
