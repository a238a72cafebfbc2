import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';

/*
 * How much a turn's logs may hold. What blocks log can be another service's answer or a text that code has thrown, of any
 * length, and a flow can come by the same block again and again.
 */

/** Of the description; texts of our own have some dozens of characters, errors of code some hundreds. */
const MAX_DESCRIPTION_CHARS = 2_000;

/** As previews show them; fewer of them are stored. */
const MAX_DETAILS_CHARS = 10_000;

/** Of one turn together; a real bot's turn logs some hundreds. */
const MAX_TURN_CHARS = 200_000;

const LEFT_OUT: ChatLog = { status: 'info', description: 'Further logs of this turn were left out' };

export type TurnLog = { resultId?: string; entry: ChatLog };

/** What was logged in a turn, each entry with the result of the bot that ran. */
export class TurnLogs {
  readonly list: TurnLog[] = [];
  #chars = 0;

  /** @param isNeeded whether it is kept however much was logged before */
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
