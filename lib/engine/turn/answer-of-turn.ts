import type { ChatLog, ClientAction, Message, ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { HIDDEN_LOGS } from '#lib/engine/model/hidden-logs.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { progressPercent } from './chat-progress.ts';
import { renderDynamicTheme } from './theme.ts';
import type { Turn } from './turn.ts';

/** The response to a turn, as the respondent's client gets it. */
export type ChatAnswer = {
  messages: Message[];
  input?: ShownInput;
  clientSideActions?: ClientAction[];
  logs?: ChatLog[];
  lastMessageNewFormat?: string;
  dynamicTheme?: JsonObject;
  progress?: number;
};

/**
 * @param keepsEmptyLists whether to include lists without entries, as clients know it from the second turn on
 */
export function answerOfTurn(
  turn: Turn,
  { keepsEmptyLists, isRegistered }: { keepsEmptyLists: boolean; isRegistered: boolean },
): ChatAnswer {
  const { isPreview } = turn.chat;
  // This may log that the theme is too large, so the logs are read after it.
  const dynamicTheme = turn.dynamicTheme && renderDynamicTheme(turn.dynamicTheme, turn);
  const logs = turn.logs
    .filter(({ entry }) => isPreview || !HIDDEN_LOGS.has(entry.description))
    .map(({ entry }) => shownLog(entry, { isPreview }));
  const hasLists = keepsEmptyLists && turn.hasWalked;
  // A flow that has not begun yet has no progress, neither 0 nor 100.
  const progress = isRegistered ? undefined : getProgress(turn);
  const { input, lastMessageNewFormat } = turn;
  return {
    messages: turn.messages,
    ...(input && { input }),
    ...((hasLists || turn.actions.length > 0) && { clientSideActions: turn.actions }),
    ...((hasLists || logs.length > 0) && { logs }),
    ...(lastMessageNewFormat !== undefined && { lastMessageNewFormat }),
    ...(dynamicTheme && { dynamicTheme }),
    ...(progress !== undefined && { progress }),
  };
}

function shownLog(
  { details, hasPrivateDetails, ...log }: ChatLog,
  { isPreview }: { isPreview: boolean },
): ChatLog {
  const isShown = details !== undefined && (isPreview || !hasPrivateDetails);
  return { ...log, ...(isShown && { details }) };
}

function getProgress({ progress, isWaiting, input, flow }: Turn): number | undefined {
  if (!progress) return undefined;
  if (!isWaiting) return 100;
  return input && progressPercent(flow, input.id, progress.totalAnswers);
}
