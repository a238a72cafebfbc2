import { startChatContract } from '#lib/chat/contracts/start-chat.ts';
import { startChat } from '#lib/chat/start-chat.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(startChatContract, async ({ params, headers, body, deadlineMs }) => {
  return { body: await startChat(params.bot, body ?? {}, { origin: headers.origin, deadlineMs }) };
});
