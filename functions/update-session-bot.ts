import { updateSessionBotContract } from '#lib/chat/contracts/update-session-bot.ts';
import { updateSessionBot } from '#lib/chat/update-session-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(updateSessionBotContract, async ({ params, caller }) => {
  await updateSessionBot(params.sessionId, caller);
  return { body: { message: 'success' } };
});
