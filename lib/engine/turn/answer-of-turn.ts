import type { ChatLog, ClientAction, Message, ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { HIDDEN_LOGS } from '#lib/engine/model/hidden-logs.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { progressPercent } from './chat-progress.ts';
import { renderDynamicTheme } from './theme.ts';
import type { Turn } from './turn.ts';

/** What a respondent's client gets for a turn. */
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
 * @param keepsEmptyLists whether lists without an entry are there all the same: clients of the second and later turns
 *   know them so
 */
export function answerOfTurn(
  turn: Turn,
  { keepsEmptyLists, isRegistered }: { keepsEmptyLists: boolean; isRegistered: boolean },
): ChatAnswer {
  const { isPreview } = turn.chat;
  // It may be logged that this is too much, so logs come after it.
  const dynamicTheme = turn.dynamicTheme && renderDynamicTheme(turn.dynamicTheme, turn);
  const logs = turn.logs
    .filter(({ entry }) => isPreview || !HIDDEN_LOGS.has(entry.description))
    .map(({ entry }) => shownLog(entry, { isPreview }));
  const hasLists = keepsEmptyLists && turn.hasWalked;
  // A flow that has not begun yet has no progress, neither none nor all.
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
