import { endChats } from '#lib/chat/end-chats.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { endChatsContract } from './end-chats.contract.ts';

export const handler = endpointHandler(endChatsContract, async ({ params, caller }) => {
  return { body: { endedAt: await endChats(params.botId, caller) } };
});
