import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { Reply, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import { type ChatStart, type StartOutcome, startConversation } from '#lib/engine/turn/conversation.ts';
import { count, METRICS } from '#lib/platform/observability/metrics.ts';
import { countChat } from '#lib/platform/quotas/count-chat.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { readResult } from '#lib/results/store/result-store.ts';
import { getAllowedOrigins, requireOrigin } from './allowed-origins.ts';
import { readLinkedPublishedBot, readPublishedBot } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { prefillable } from './prefillable-variables.ts';
import { getRememberedAnswers } from './remembered-answers.ts';
import { type SentMessage, toReply } from './sent-message.ts';
import type { TurnResponse } from './store/last-turn.ts';
import type { Session } from './store/session.ts';
import { sessionExpiry } from './store/session-store.ts';
import { toTurnId } from './store/turn-id.ts';
import { type JoinedResult, saveFirstTurn } from './turn-transaction.ts';

/** Null means absent. An empty list of variables is PHP's empty object. */
export type StartRequest = {
  resultId?: string | null | undefined;
  message?: SentMessage;
  isStreamEnabled?: boolean | null | undefined;
  isOnlyRegistering?: boolean | null | undefined;
  prefilledVariables?: Record<string, unknown> | never[] | null | undefined;
  textBubbleContentFormat?: TextFormat | null | undefined;
};

/** Response to starting a chat: the first turn, plus the bot's theme and settings. */
export type StartedChat = TurnResponse & {
  sessionId: string;
  resultId?: string;
  bot: {
    id: string;
    version: ChatFlow['version'];
    theme: ChatFlow['theme'];
    settings: Pick<ChatFlow['settings'], 'general' | 'typingEmulation'>;
    publishedAt?: string;
  };
};

/**
 * Starts a conversation with the bot published under a publicId.
 *
 * @param origin the Origin header, which the bot's settings can restrict
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the bot is closed, TOO_MANY_REQUESTS
 */
export async function startChat(
  publicId: string,
  request: StartRequest,
  { origin, deadlineMs }: { origin: string | undefined; deadlineMs: number },
): Promise<StartedChat> {
  // Set before the bot is read, so that this chat ends too if the owner unpublishes the bot and ends its
  // chats in the meantime.
  const startedAt = new Date();
  const { flow, webhookReplies, publishedAt } = await readPublishedBot(publicId);
  const { botId, workspaceId } = flow;
  const allowedOrigins = getAllowedOrigins(flow.settings, workspaceId);
  // Checked before the flow runs, because a page on another origin must not trigger the bot's blocks.
  requireOrigin({ allowedOrigins, workspaceId }, origin);
  await countChat(workspaceId, startedAt);

  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (linkedId) => readLinkedPublishedBot(linkedId, workspaceId),
  });
  const remembered = await findRememberedResult(flow, request.resultId ?? undefined);
  const start: ChatStart = {
    flow,
    webhookReplies,
    sessionId: createId(),
    result: remembered?.result ?? newResult(),
    ...toStartFields(request),
    prefilledVariables: prefillable(flow, { ...request.prefilledVariables }),
  };
  const outcome = await startConversation(start, ports);
  const { resultId } = outcome;
  // Registering stores no result yet, but lets the session write one later.
  const storedResultId = start.isOnlyRegistering ? undefined : resultId;
  const session: Session = {
    id: start.sessionId,
    botId,
    workspaceId,
    ...(storedResultId !== undefined && { resultId: storedResultId }),
    allowedOrigins,
    createdAt: startedAt.toISOString(),
    expiresAt: sessionExpiry(ports.now()),
  };
  const joins = resultId === undefined ? undefined : remembered?.joins;
  await saveFirstTurn(session, outcome, { countsView: true, joins });
  if (outcome.results.some(({ isNew }) => isNew)) count(METRICS.resultsStarted);

  return {
    sessionId: start.sessionId,
    ...(!outcome.isEnded && storedResultId !== undefined && { resultId: storedResultId }),
    bot: toShownBot(outcome, flow, start.isOnlyRegistering ? undefined : publishedAt),
    ...toFirstTurn(outcome, session),
  };
}

/** Returns the response to a start, with the turn's id if the chat goes on. */
export function toFirstTurn({ response, isEnded }: StartOutcome, { createdAt }: Session): TurnResponse {
  return isEnded ? response : { ...response, turnId: toTurnId(1, createdAt) };
}

/** Converts the request fields that chats and previews handle the same way. */
export function toStartFields(
  request: StartRequest,
): Pick<
  ChatStart,
  'prefilledVariables' | 'message' | 'textFormat' | 'isStreamEnabled' | 'isOnlyRegistering'
> {
  const message: Reply | undefined = toReply(request.message);
  return {
    prefilledVariables: { ...request.prefilledVariables },
    ...(message && { message }),
    textFormat: request.textBubbleContentFormat ?? 'richText',
    isStreamEnabled: request.isStreamEnabled === true,
    isOnlyRegistering: request.isOnlyRegistering === true,
  };
}

export function toShownBot(
  { theme, settings }: StartOutcome,
  { botId, version }: ChatFlow,
  publishedAt: string | undefined,
): StartedChat['bot'] {
  return {
    id: botId,
    version,
    theme,
    settings,
    ...(publishedAt !== undefined && { publishedAt }),
  };
}

function newResult(): NonNullable<ChatStart['result']> {
  return { resultId: createId(), isNew: true, isCompleted: false, variables: [], answers: [] };
}

/** Reads the result of a returning respondent. Undefined unless the bot is set to remember its users. */
async function findRememberedResult(
  flow: ChatFlow,
  resultId: string | undefined,
): Promise<{ result: ChatStart['result']; joins: JoinedResult } | undefined> {
  if (resultId === undefined || !remembersUser(flow)) return undefined;
  const stored = await readResult(resultId);
  if (!stored || stored.result.botId !== flow.botId || stored.result.isArchived) return undefined;
  const { variables } = stored.result;
  return {
    result: {
      resultId,
      isNew: false,
      isCompleted: stored.result.isCompleted,
      variables: variables.map(({ id, name, value }) => ({ id, name, value: value ?? null })),
      answers: getRememberedAnswers(stored.result, flow),
    },
    joins: { resultId, listed: stored.sessions },
  };
}

function remembersUser({ settings }: ChatFlow): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = settings.general ?? {};
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
}
