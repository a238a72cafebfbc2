import { continueChat } from '#lib/chat/continue-chat.ts';
import { continueChatContract } from '#lib/chat/contracts/continue-chat.ts';
import { getDeadline } from '#lib/chat/turn-deadline.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(continueChatContract, async ({ params, headers, body }) => {
  const deadlineMs = getDeadline(continueChatContract.timeoutSeconds);
  return { body: await continueChat(params.sessionId, body ?? {}, { origin: headers.origin, deadlineMs }) };
});
