import { startPreviewChat } from '#lib/chat/start-preview-chat.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { startPreviewChatContract } from './start-preview-chat.contract.ts';

export const handler = endpointHandler(
  startPreviewChatContract,
  async ({ params, body, caller, deadlineMs }) => {
    return { body: await startPreviewChat(params.bot, body ?? {}, { deadlineMs }, caller) };
  },
);
