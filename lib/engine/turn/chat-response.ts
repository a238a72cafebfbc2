import type { ChatLog, ClientAction, Message, ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { HIDDEN_LOGS } from '#lib/engine/model/hidden-logs.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { progressPercent } from './chat-progress.ts';
import { renderDynamicTheme } from './render-theme.ts';
import type { Turn } from './turn.ts';

/** The response to a turn, as sent to the client. */
export type ChatResponse = {
  messages: Message[];
  input?: ShownInput;
  clientSideActions?: ClientAction[];
  logs?: ChatLog[];
  lastMessageNewFormat?: string;
  dynamicTheme?: JsonObject;
  progress?: number;
};

/** @param keepsEmptyLists whether to include empty lists, which clients expect in every turn but the first */
export function toChatResponse(
  turn: Turn,
  { keepsEmptyLists, isRegistered }: { keepsEmptyLists: boolean; isRegistered: boolean },
): ChatResponse {
  const { isPreview } = turn.chat;
  // Rendering may log that the theme is too large, so it has to happen before the logs are collected.
  const dynamicTheme = turn.dynamicTheme && renderDynamicTheme(turn.dynamicTheme, turn);
  const logs = turn.logs
    .filter(({ entry }) => isPreview || !HIDDEN_LOGS.has(entry.description))
    .map(({ entry }) => toShownLog(entry, { isPreview }));
  const hasLists = keepsEmptyLists && turn.hasWalked;
  // A flow that has not started has no progress, not even 0.
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

function toShownLog(
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
