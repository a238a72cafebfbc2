import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { type Trace, TurnTrace } from '#lib/engine/model/turn-trace.ts';
import { type ChatStart, startConversation } from '#lib/engine/turn/conversation.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { readDraftBot } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { type StartedChat, type StartRequest, toFirstTurn, toShownBot, toStartFields } from './start-chat.ts';
import { previewExpiry } from './store/session-store.ts';
import { saveFirstTurn } from './turn-transaction.ts';
import { withoutNulls } from './without-nulls.ts';

export type PreviewRequest = Omit<StartRequest, 'resultId'> & {
  sessionId?: string | null | undefined;
  startFrom?: ChatStart['startFrom'] | null;
  isProgressBarEnabled?: boolean | null | undefined;
};

/** Response to starting a preview, with the steps of the first turn. */
export type StartedPreview = StartedChat & { trace: Trace };

/** Long enough to rule out guessing ids from a word list. */
const MIN_SESSION_ID_CHARS = 16;

/**
 * Starts a conversation with the draft, for its author. No result is stored, and responses contain all logs and a trace.
 * HTTP requests are sent for real, so the caller must be an editor.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the session id is malformed or too short, CONFLICT if it
 *   belongs to a live chat or to another workspace
 */
export async function startPreviewChat(
  botId: string,
  request: PreviewRequest,
  { deadlineMs }: { deadlineMs: number },
  caller: Caller,
): Promise<StartedPreview> {
  const startedAt = new Date();
  addLogKeys({ botId });
  const draft = await readBot(botId, accessToBot('editor', caller));
  if (!draft || draft.head.isArchived) throw botNotFound();
  const { workspaceId, webhookReplies } = draft.head;
  const flow = toChatFlow({ botId, workspaceId, flow: draft.document });
  const { startFrom, isProgressBarEnabled, sessionId = createId() } = withoutNulls(request);
  // The id must be hard to guess, because anyone who knows it can continue the preview.
  if (!isId(sessionId) || sessionId.length < MIN_SESSION_ID_CHARS) {
    const message = `Expected ${MIN_SESSION_ID_CHARS} to 128 letters, digits, hyphens and underscores`;
    throw new ServiceError('BAD_REQUEST', `sessionId: ${message}`, {
      issues: [{ path: 'sessionId', message }],
    });
  }
  const trace = new TurnTrace(botId);
  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (linkedId) => readDraftBot(linkedId, workspaceId),
    trace,
  });
  const outcome = await startConversation(
    {
      flow,
      webhookReplies,
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
  const bot = toShownBot(outcome, flow, undefined);
  return { sessionId, bot, ...toFirstTurn(outcome, session), trace: trace.toTrace() };
}
