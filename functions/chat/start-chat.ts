import { startChat } from '#lib/chat/start-chat.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { startChatContract } from './start-chat.contract.ts';

export const handler = endpointHandler(startChatContract, async ({ params, headers, body, deadlineMs }) => {
  return { body: await startChat(params.bot, body ?? {}, { origin: headers.origin, deadlineMs }) };
});
