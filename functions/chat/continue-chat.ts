import { continueChat } from '#lib/chat/continue-chat.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { continueChatContract } from './continue-chat.contract.ts';

export const handler = endpointHandler(
  continueChatContract,
  async ({ params, headers, body, deadlineMs }) => {
    return { body: await continueChat(params.sessionId, body ?? {}, { origin: headers.origin, deadlineMs }) };
  },
);
