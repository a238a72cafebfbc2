import { endpointHandler } from '#lib/http/pipeline.ts';
import { continueChat } from '#lib/sessions/continue-chat.ts';
import { continueChatContract } from '#lib/sessions/contracts/continue-chat.ts';
import { deadlineOf } from '#lib/sessions/turn-deadline.ts';

export const handler = endpointHandler(continueChatContract, async ({ params, headers, body }) => {
  const deadlineMs = deadlineOf(continueChatContract.timeoutSeconds);
  return { body: await continueChat(params.sessionId, body ?? {}, { origin: headers.origin, deadlineMs }) };
});
