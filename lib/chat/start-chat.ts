import { createId } from '@paralleldrive/cuid2';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { Reply, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { ChatAnswer } from '#lib/engine/turn/answer-of-turn.ts';
import { type ChatStart, type StartOutcome, startConversation } from '#lib/engine/turn/conversation.ts';
import { count, METRICS } from '#lib/observability/metrics.ts';
import { readResult } from '#lib/results/result-store.ts';
import { getAllowedOrigins, requireOrigin } from './allowed-origins.ts';
import { linkedPublishedFlow, publishedFlow } from './bot-for-chat.ts';
import { chatPorts } from './chat-ports.ts';
import { prefillable } from './prefillable-variables.ts';
import { rememberedAnswers } from './remembered-answers.ts';
import { type SentMessage, toReply } from './sent-message.ts';
import type { Session } from './session.ts';
import { sessionExpiry } from './session-store.ts';
import { type JoinedResult, saveFirstTurn } from './turn-store.ts';

export type StartRequest = {
  resultId?: string | undefined;
  message?: SentMessage;
  isStreamEnabled?: boolean | undefined;
  isOnlyRegistering?: boolean | undefined;
  prefilledVariables?: Record<string, unknown> | undefined;
  textBubbleContentFormat?: TextFormat | undefined;
};

/** The first response to a client: the first turn, and how the bot looks. */
export type StartedChat = ChatAnswer & {
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
 * Starts a conversation with the bot that is published under a publicId.
 *
 * @param origin the Origin header, which the bot's settings can restrict
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the bot is closed
 */
export async function startChat(
  publicId: string,
  request: StartRequest,
  { origin, deadlineMs }: { origin: string | undefined; deadlineMs: number },
): Promise<StartedChat> {
  // Taken before the bot is read: if its owner unpublishes it and ends its chats meanwhile, this one ends.
  const startedAt = new Date();
  const { flow, publishedAt } = await publishedFlow(publicId);
  const { botId, workspaceId } = flow;
  const allowedOrigins = getAllowedOrigins(flow.settings);
  // Checked before anything runs, because a page that may not use the bot must not trigger its blocks.
  requireOrigin(allowedOrigins, origin);

  const ports = chatPorts({
    workspaceId,
    deadlineMs,
    linkedBot: (linkedId) => linkedPublishedFlow(linkedId, workspaceId),
  });
  const remembered = await rememberedResult(flow, request.resultId);
  const start: ChatStart = {
    flow,
    sessionId: createId(),
    result: remembered?.result ?? newResult(),
    ...toStartFields(request),
    prefilledVariables: prefillable(flow, request.prefilledVariables ?? {}),
  };
  const outcome = await startConversation(start, ports);
  const isStored = !outcome.isEnded || outcome.newAnswers.length > 0;
  const resultId = isStored ? start.result?.resultId : undefined;
  const session: Session = {
    id: start.sessionId,
    botId,
    workspaceId,
    ...(resultId !== undefined && !start.isOnlyRegistering && { resultId }),
    allowedOrigins,
    createdAt: startedAt.toISOString(),
    expiresAt: sessionExpiry(ports.now()),
  };
  // If the bot asked nothing, no result is stored: nobody has answered, and nobody can.
  const stored = isStored ? outcome : { ...outcome, results: [], logs: [] };
  await saveFirstTurn(session, stored, { countsView: true, joins: isStored ? remembered?.joins : undefined });
  if (stored.results.some(({ isNew }) => isNew)) count(METRICS.resultsStarted);

  const hasResult = !outcome.isEnded && !start.isOnlyRegistering && resultId !== undefined;
  return {
    sessionId: start.sessionId,
    ...(hasResult && { resultId }),
    bot: shownBot(outcome, flow, start.isOnlyRegistering ? undefined : publishedAt),
    ...outcome.answer,
  };
}

/** The fields that a chat and a preview treat alike. */
export function toStartFields(
  request: StartRequest,
): Pick<
  ChatStart,
  'prefilledVariables' | 'message' | 'textFormat' | 'isStreamEnabled' | 'isOnlyRegistering'
> {
  const message: Reply | undefined = toReply(request.message);
  return {
    prefilledVariables: request.prefilledVariables ?? {},
    ...(message && { message }),
    textFormat: request.textBubbleContentFormat ?? 'richText',
    isStreamEnabled: request.isStreamEnabled === true,
    isOnlyRegistering: request.isOnlyRegistering === true,
  };
}

export function shownBot(
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

/** The result that a returning respondent names. Undefined unless the bot is set to remember its users. */
async function rememberedResult(
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
      answers: rememberedAnswers(stored.result.answers, flow),
    },
    joins: { resultId, listed: stored.sessions },
  };
}

function remembersUser({ settings }: ChatFlow): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = settings.general ?? {};
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
}
