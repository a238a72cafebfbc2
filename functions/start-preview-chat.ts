import { endpointHandler } from '#lib/http/pipeline.ts';
import { startPreviewChatContract } from '#lib/sessions/contracts/start-preview-chat.ts';
import { startPreviewChat } from '#lib/sessions/start-preview-chat.ts';
import { deadlineOf } from '#lib/sessions/turn-deadline.ts';

export const handler = endpointHandler(startPreviewChatContract, async ({ params, body, caller }) => {
  const deadlineMs = deadlineOf(startPreviewChatContract.timeoutSeconds);
  return { body: await startPreviewChat(params.bot, body ?? {}, caller, { deadlineMs }) };
});
