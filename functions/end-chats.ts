import { endpointHandler } from '#lib/http/pipeline.ts';
import { endChatsContract } from '#lib/sessions/contracts/end-chats.ts';
import { endChats } from '#lib/sessions/end-chats.ts';

export const handler = endpointHandler(endChatsContract, async ({ params, caller }) => {
  return { body: { endedAt: await endChats(params.botId, caller) } };
});
