import { endChatsContract } from '#lib/chat/contracts/end-chats.ts';
import { endChats } from '#lib/chat/end-chats.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(endChatsContract, async ({ params, caller }) => {
  return { body: { endedAt: await endChats(params.botId, caller) } };
});
