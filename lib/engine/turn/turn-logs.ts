import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';

/*
 * Limits for a turn's logs. Blocks log responses and user code errors of arbitrary length, and a loop can run
 * the same block over and over.
 */

/**
 * Maximum characters per description. The service's own descriptions have a few dozen, code errors a few
 * hundred.
 */
const MAX_DESCRIPTION_CHARS = 2_000;

/** Maximum characters of an entry's details in previews. When stored, details are truncated further. */
const MAX_DETAILS_CHARS = 10_000;

/** Maximum characters of logs per turn. A turn of a real bot writes a few hundred. */
const MAX_TURN_CHARS = 200_000;

const LEFT_OUT: ChatLog = { status: 'info', description: 'Further logs of this turn were omitted' };

export type TurnLog = { resultId?: string; entry: ChatLog };

/** Logs of a turn, each with the result of the bot that was running. */
export class TurnLogs {
  readonly list: TurnLog[] = [];
  #chars = 0;

  /** @param isNeeded whether to keep the entry even if the log is full */
  add(entry: ChatLog, resultId: string | undefined, { isNeeded = false } = {}): void {
    const isFull = this.#chars > MAX_TURN_CHARS;
    if (isFull && !isNeeded) return;
    const kept = shortenEntry(entry);
    this.#chars += JSON.stringify(kept).length;
    const isLast = !isNeeded && this.#chars > MAX_TURN_CHARS;
    this.list.push({ ...(resultId !== undefined && { resultId }), entry: isLast ? LEFT_OUT : kept });
  }
}

function shortenEntry({ description, details, context, ...entry }: ChatLog): ChatLog {
  return {
    ...entry,
    description: cut(description, MAX_DESCRIPTION_CHARS),
    ...(details !== undefined && { details: cut(details, MAX_DETAILS_CHARS) }),
    ...(context !== undefined && { context: cut(context, MAX_DESCRIPTION_CHARS) }),
  };
}

function cut(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, chars).toWellFormed()}...` : text;
}
