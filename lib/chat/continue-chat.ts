import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { TurnTrace } from '#lib/engine/model/turn-trace.ts';
import { continueConversation } from '#lib/engine/turn/conversation.ts';
import { repeatQuestion } from '#lib/engine/turn/repeat-question.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { requireOrigin } from './allowed-origins.ts';
import { readDraftBot, readLinkedPublishedBot } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { hashReply, wasTaken } from './repeated-reply.ts';
import { requireRunningChat } from './require-running-chat.ts';
import { type SentMessage, toReply } from './sent-message.ts';
import type { TracedResponse, TurnResponse } from './store/last-turn.ts';
import type { EndedSession, OpenSession } from './store/session.ts';
import { previewExpiry, readChatSession, sessionExpiry, sessionNotFound } from './store/session-store.ts';
import { getTurnId, toTurnId } from './store/turn-id.ts';
import { createMovedOnConflict, saveTurn } from './turn-transaction.ts';
import { type OrNull, withoutNulls } from './without-nulls.ts';

export type ContinueRequest = {
  message?: SentMessage;
  textBubbleContentFormat?: TextFormat | undefined;
  /** Id of the block that the reply is for. */
  waitingBlockId?: string | undefined;
  /** Id of the turn that the reply is for. */
  turnId?: string | undefined;
  /** Asks for the latest turn again, without a reply. */
  isCatchingUp?: boolean | undefined;
};

/**
 * Runs one turn with a respondent's reply. A live conversation keeps using the release it began with, whereas
 * a preview uses the current draft. A reply that names its turn is taken once: sent again, it gets the response
 * that it had. A turn of a preview also has its trace, unless it is returned again.
 *
 * @throws NOT_FOUND if the session is unknown, over or expired, FORBIDDEN if the bot does not allow the
 *   origin, CONFLICT if another reply was accepted first
 */
export async function continueChat(
  sessionId: string,
  sent: OrNull<ContinueRequest>,
  circumstances: { origin: string | undefined; deadlineMs: number },
): Promise<TracedResponse> {
  const request: ContinueRequest = withoutNulls(sent);
  const session = await readChatSession(sessionId);
  if (session?.state === undefined) return getEnding(session, request, circumstances.origin);
  requireOrigin(session, circumstances.origin);
  await requireRunningChat(session);
  if (request.isCatchingUp) return await getCurrentTurn(session, request, circumstances);
  const { turnId, waitingBlockId } = request;
  if (turnId !== undefined && turnId !== getTurnId(session)) {
    if (!wasTaken(session.lastTurn, request)) throw createMovedOnConflict();
    return await getCurrentTurn(session, request, circumstances);
  }
  if (waitingBlockId !== undefined && waitingBlockId !== session.state.waitingBlockId)
    throw createMovedOnConflict();
  try {
    return await takeTurn(session, request, circumstances);
  } catch (error) {
    const isConflict = error instanceof ServiceError && error.code === 'CONFLICT';
    if (!isConflict || turnId === undefined) throw error;
    // The same reply may have been sent twice at once.
    const latest = await readChatSession(sessionId);
    if (!wasTaken(latest?.lastTurn, request)) throw error;
    if (latest?.state === undefined) return getEnding(latest, request, circumstances.origin);
    return await getCurrentTurn(latest, request, circumstances);
  }
}

async function takeTurn(
  session: OpenSession,
  { message, textBubbleContentFormat, turnId: answeredId }: ContinueRequest,
  { deadlineMs }: { deadlineMs: number },
): Promise<TracedResponse> {
  const { state, createdAt } = session;
  const trace = createTrace(session);
  const ports = portsFor(session, deadlineMs, trace);
  const outcome = await continueConversation(
    {
      state,
      flows: await readFlows(session),
      sessionId: session.id,
      reply: toReply(message),
      textFormat: textBubbleContentFormat ?? 'richText',
    },
    ports,
  );
  const now = ports.now();
  const expiresAt = state.isPreview
    ? previewExpiry(new Date(createdAt), session.expiresAt)
    : sessionExpiry(now);
  const { response, isEnded } = outcome;
  // Clients that send no id get Typebot's responses, and cannot ask for a turn again.
  if (answeredId === undefined) {
    await saveTurn(session, outcome, { now, expiresAt });
    return addTrace(response, trace);
  }
  const turn = session.turn + 1;
  const id = toTurnId(turn, createdAt);
  const next: TurnResponse = isEnded ? response : { ...response, turnId: id };
  const lastTurn = { turn, id, answeredId, reply: hashReply(message), response: next };
  const isStored = await saveTurn(session, outcome, { now, expiresAt, lastTurn });
  return addTrace(isStored ? next : { ...response, turnId: answeredId }, trace);
}

/** Creates what records the steps of a preview. Chats with respondents have no trace. */
function createTrace({ botId, state }: OpenSession): TurnTrace | undefined {
  return state.isPreview ? new TurnTrace(botId) : undefined;
}

/** Adds the trace to what is sent. What is stored has none. */
function addTrace(response: TurnResponse, trace: TurnTrace | undefined): TracedResponse {
  return trace ? { ...response, trace: trace.toTrace() } : response;
}

/** Returns the response that asked what the chat waits for. Builds it again if it was not kept. */
async function getCurrentTurn(
  session: OpenSession,
  { textBubbleContentFormat }: ContinueRequest,
  { deadlineMs }: { deadlineMs: number },
): Promise<TurnResponse> {
  const { state, lastTurn } = session;
  const response =
    lastTurn?.response ??
    (await repeatQuestion(
      {
        state,
        flows: await readFlows(session),
        sessionId: session.id,
        textFormat: textBubbleContentFormat ?? 'richText',
      },
      portsFor(session, deadlineMs),
    ));
  return { ...response, turnId: getTurnId(session) };
}

/** Returns the last response of a chat that is over, to a client that lost it. */
function getEnding(
  session: EndedSession | undefined,
  request: ContinueRequest,
  origin: string | undefined,
): TurnResponse {
  const { lastTurn } = session ?? {};
  const isAskedFor = request.isCatchingUp || wasTaken(lastTurn, request);
  if (!session || !lastTurn?.response || !isAskedFor) throw sessionNotFound();
  requireOrigin(session, origin);
  return lastTurn.response;
}

function portsFor({ workspaceId, state }: OpenSession, deadlineMs: number, trace?: TurnTrace): ChatPorts {
  return chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (botId) =>
      state.isPreview ? readDraftBot(botId, workspaceId) : readLinkedPublishedBot(botId, workspaceId),
    trace,
  });
}

/** Reads the flows of all frames, innermost (running) bot first. */
async function readFlows({ workspaceId, state }: OpenSession): Promise<ChatFlow[]> {
  const flows: ChatFlow[] = [];
  for (const { botId, release } of state.frames) {
    const flow =
      release === undefined
        ? (await readDraftBot(botId, workspaceId))?.flow
        : await readReleasedFlow(botId, release);
    if (!flow) throw waitingBlockGone();
    flows.push(flow);
  }
  return flows;
}
