import { createId } from '@paralleldrive/cuid2';
import type { Caller } from '#lib/auth/access.ts';
import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { type ChatStart, startConversation } from '#lib/engine/turn/conversation.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { isId } from '#lib/store/keys.ts';
import { draftFlow } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { previewExpiry } from './session-store.ts';
import { type StartedChat, type StartRequest, shownBot, toStartFields } from './start-chat.ts';
import { saveFirstTurn } from './turn-store.ts';

export type PreviewRequest = Omit<StartRequest, 'resultId'> & {
  sessionId?: string | undefined;
  startFrom?: ChatStart['startFrom'];
  isProgressBarEnabled?: boolean | undefined;
};

/** Long enough that nobody finds the id by trying words. */
const MIN_SESSION_ID_CHARS = 16;

/**
 * Starts a conversation with the draft, for its author. It does not store a result, and the responses contain
 * all logs. Blocks that send requests do so for real, so the caller must be an editor.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the session id is malformed or too short, CONFLICT if it
 *   belongs to a live chat or to another workspace
 */
export async function startPreviewChat(
  botId: string,
  request: PreviewRequest,
  caller: Caller,
  { deadlineMs }: { deadlineMs: number },
): Promise<StartedChat> {
  const startedAt = new Date();
  const bot = await readBot(botId, accessToBot(caller, 'editor'));
  if (!bot || bot.head.isArchived) throw botNotFound();
  const { workspaceId } = bot.head;
  const flow = toChatFlow({ botId, workspaceId, flow: bot.document });
  const { startFrom, isProgressBarEnabled, sessionId = createId() } = request;
  // Whoever knows the id can continue the preview, which runs the bot for real, so it must be hard to guess.
  if (!isId(sessionId) || sessionId.length < MIN_SESSION_ID_CHARS) {
    const message = `Expected ${MIN_SESSION_ID_CHARS} to 128 letters, digits, hyphens and underscores`;
    throw new ServiceError('BAD_REQUEST', `sessionId: ${message}`, {
      issues: [{ path: 'sessionId', message }],
    });
  }
  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (linkedId) => draftFlow(linkedId, workspaceId),
  });
  const outcome = await startConversation(
    {
      flow,
      sessionId,
      ...toStartFields(request),
      ...(startFrom && { startFrom }),
      ...(isProgressBarEnabled !== undefined && { isProgressBarEnabled }),
    },
    ports,
  );
  const session = {
    id: sessionId,
    botId,
    workspaceId,
    allowedOrigins: [],
    createdAt: startedAt.toISOString(),
    expiresAt: previewExpiry(startedAt, caller.expiresAt),
  };
  await saveFirstTurn(session, outcome, { countsView: false, overwrites: { workspaceId } });
  return { sessionId, bot: shownBot(outcome, flow, undefined), ...outcome.answer };
}
