import { endpointHandler } from '#lib/http/pipeline.ts';
import { startChatContract } from '#lib/sessions/contracts/start-chat.ts';
import { startChat } from '#lib/sessions/start-chat.ts';
import { deadlineOf } from '#lib/sessions/turn-deadline.ts';

export const handler = endpointHandler(startChatContract, async ({ params, headers, body }) => {
  const deadlineMs = deadlineOf(startChatContract.timeoutSeconds);
  return { body: await startChat(params.bot, body ?? {}, { origin: headers.origin, deadlineMs }) };
});
