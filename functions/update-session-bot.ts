import { endpointHandler } from '#lib/http/pipeline.ts';
import { updateSessionBotContract } from '#lib/sessions/contracts/update-session-bot.ts';
import { updateSessionBot } from '#lib/sessions/update-session-bot.ts';

export const handler = endpointHandler(updateSessionBotContract, async ({ params, caller }) => {
  await updateSessionBot(params.sessionId, caller);
  return { body: { message: 'success' } };
});
