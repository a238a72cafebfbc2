import { continueChat } from '#lib/chat/continue-chat.ts';
import { continueChatContract } from '#lib/chat/contracts/continue-chat.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(
  continueChatContract,
  async ({ params, headers, body, deadlineMs }) => {
    return { body: await continueChat(params.sessionId, body ?? {}, { origin: headers.origin, deadlineMs }) };
  },
);
