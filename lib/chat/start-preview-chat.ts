import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { type HttpExchange, TestedRequest } from '#lib/chat/adapters/tested-request.ts';
import { type ChatFlow, type ChatFlowSource, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { HIDDEN_LOGS } from '#lib/engine/model/hidden-logs.ts';
import { type LooseBlock, ONE_BLOCK_ID, toOneBlockFlow } from '#lib/engine/model/one-block-flow.ts';
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
  startFrom?: ChatStart['startFrom'] | { type: 'block'; block: LooseBlock } | null;
  isProgressBarEnabled?: boolean | null | undefined;
};

/** Response to starting a preview, with the steps of the first turn. Only the preview of a block has an exchange. */
export type StartedPreview = StartedChat & { trace: Trace; exchange?: HttpExchange };

/** Long enough to rule out guessing ids from a word list. */
const MIN_SESSION_ID_CHARS = 16;

/**
 * Starts a conversation with the draft, for its author. No result is stored, and responses contain all logs and a trace.
 * HTTP requests are sent for real, so the caller must be an editor.
 *
 * Starting from a block tests its request: the block alone is run, with its response to show, and nothing is stored.
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
  const { isProgressBarEnabled, sessionId = createId() } = withoutNulls(request);
  // The id must be hard to guess, because anyone who knows it can continue the preview.
  if (!isId(sessionId) || sessionId.length < MIN_SESSION_ID_CHARS) {
    const message = `Expected ${MIN_SESSION_ID_CHARS} to 128 letters, digits, hyphens and underscores`;
    throw new ServiceError('BAD_REQUEST', `sessionId: ${message}`, {
      issues: [{ path: 'sessionId', message }],
    });
  }
  const { flow, start, tested } = toStart({ botId, workspaceId, flow: draft.document }, request);
  const trace = new TurnTrace(botId);
  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (linkedId) => readDraftBot(linkedId, workspaceId),
    trace,
    tested,
  });
  const outcome = await startConversation(
    {
      flow,
      webhookReplies,
      sessionId,
      ...toStartFields(request),
      ...start,
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
  if (!tested) await saveFirstTurn(session, outcome, { countsView: false, overwrites: { workspaceId } });
  const bot = toShownBot(outcome, flow, undefined);
  const started = { sessionId, bot, ...toFirstTurn(outcome, session), trace: trace.toTrace() };
  return tested ? addExchange(started, tested) : started;
}

/**
 * Adds the response to a tested request. Entries about it lose their details, which are that response as it came, and other
 * texts lose what is secret in the request.
 */
function addExchange(started: StartedPreview, tested: TestedRequest): StartedPreview {
  const exchange = tested.toExchange();
  const logs = started.logs?.map(({ details, ...entry }) =>
    HIDDEN_LOGS.has(entry.description) || details === undefined ? entry : { ...entry, details },
  );
  return { ...tested.redact({ ...started, ...(logs && { logs }) }), ...(exchange && { exchange }) };
}

type PreviewStart = {
  flow: ChatFlow;
  start: Partial<Pick<ChatStart, 'startFrom' | 'isOnlyRegistering'>>;
  tested?: TestedRequest;
};

/** Decides what a preview runs, and from where. */
function toStart(source: ChatFlowSource, { startFrom, prefilledVariables }: PreviewRequest): PreviewStart {
  if (startFrom?.type !== 'block') return { flow: toChatFlow(source), start: startFrom ? { startFrom } : {} };
  const { type, options } = startFrom.block;
  // The service sends it, because the response has to be seen here.
  const block = { type, options: { ...options, isExecutedOnClient: false } };
  return {
    flow: toOneBlockFlow(source, block, Object.keys(prefilledVariables ?? {}), createId),
    start: { startFrom: { type: 'group', groupId: ONE_BLOCK_ID }, isOnlyRegistering: false },
    tested: new TestedRequest(),
  };
}
