import { startPreviewChatContract } from '#lib/chat/contracts/start-preview-chat.ts';
import { startPreviewChat } from '#lib/chat/start-preview-chat.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(
  startPreviewChatContract,
  async ({ params, body, caller, deadlineMs }) => {
    return { body: await startPreviewChat(params.bot, body ?? {}, caller, { deadlineMs }) };
  },
);
