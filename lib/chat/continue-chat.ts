import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import { continueConversation } from '#lib/engine/turn/conversation.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { requireOrigin } from './allowed-origins.ts';
import { draftFlow, linkedPublishedFlow } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { requireRunningChat } from './require-running-chat.ts';
import { type SentMessage, toReply } from './sent-message.ts';
import type { OpenSession } from './store/session.ts';
import { previewExpiry, readOpenSession, sessionExpiry, sessionNotFound } from './store/session-store.ts';
import { movedOn, saveTurn } from './turn-transaction.ts';

export type ContinueRequest = {
  message?: SentMessage;
  textBubbleContentFormat?: TextFormat | undefined;
  /** Id of the block that the reply is for. */
  waitingBlockId?: string | undefined;
};

/**
 * Runs one turn with a respondent's reply. A live conversation keeps using the release it began with, whereas
 * a preview uses the current draft.
 *
 * @throws NOT_FOUND if the session is unknown, over or expired, FORBIDDEN if the bot does not allow the
 *   origin, CONFLICT if another reply was accepted first
 */
export async function continueChat(
  sessionId: string,
  { message, textBubbleContentFormat, waitingBlockId }: ContinueRequest,
  { origin, deadlineMs }: { origin: string | undefined; deadlineMs: number },
): Promise<ChatResponse> {
  const session = await readOpenSession(sessionId);
  if (!session) throw sessionNotFound();
  requireOrigin(session.allowedOrigins, origin);
  await requireRunningChat(session);
  if (waitingBlockId !== undefined && waitingBlockId !== session.state.waitingBlockId) throw movedOn();
  const { workspaceId, state } = session;
  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (botId) =>
      state.isPreview ? draftFlow(botId, workspaceId) : linkedPublishedFlow(botId, workspaceId),
  });
  const outcome = await continueConversation(
    {
      state,
      flows: await readFlows(session),
      sessionId,
      reply: toReply(message),
      textFormat: textBubbleContentFormat ?? 'richText',
    },
    ports,
  );
  const now = ports.now();
  const expiresAt = state.isPreview
    ? previewExpiry(new Date(session.createdAt), session.expiresAt)
    : sessionExpiry(now);
  await saveTurn(session, outcome, now, expiresAt);
  return outcome.response;
}

/** Reads the flows of all frames, innermost (running) bot first. */
async function readFlows({ workspaceId, state }: OpenSession): Promise<ChatFlow[]> {
  const flows: ChatFlow[] = [];
  for (const { botId, release } of state.frames) {
    const flow =
      release === undefined ? await draftFlow(botId, workspaceId) : await readReleasedFlow(botId, release);
    if (!flow) throw waitingBlockGone();
    flows.push(flow);
  }
  return flows;
}
