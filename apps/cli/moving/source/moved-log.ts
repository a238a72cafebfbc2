import { countEscapedBytes } from '#lib/platform/json/invocation-payload.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { MAX_LOGS } from '#lib/results/import/imported-result.ts';
import {
  MAX_CONTEXT_CHARS,
  MAX_DESCRIPTION_CHARS,
  MAX_DETAILS_BYTES,
  MAX_STATUS_CHARS,
} from '#lib/results/logs/log-limits.ts';
import { byTimeAndId } from './by-time.ts';
import { asText, isPresent } from './loose-text.ts';

/** A log entry of a result as `POST /v1/bots/{botId}/results/import` takes it. */
export type MovedLog = {
  createdAt?: string;
  status?: string;
  description: string;
  details?: string;
  context?: string;
};

/** Without a number, so that another move of a result with more entries brings the same note. */
const LATER_LEFT_OUT = 'Later log entries were left out when this result was moved';

const DETAILS_LEFT_OUT = 'These details were left out when this result was moved: it was too large';
const NOTE_BYTES = bytesInRequest(DETAILS_LEFT_OUT);

/**
 * Turns the log entries of a result, as Typebot's API or database has them, into those that can be
 * imported: in the order of their times, and no more and no longer than the service accepts. What is cut off is
 * stated where it was.
 */
export function toMovedLogs(entries: JsonObject[]): MovedLog[] {
  const inOrder = entries.toSorted(byTimeAndId).map(toMovedLog);
  if (inOrder.length <= MAX_LOGS) return inOrder;
  // The first ones stay, so that another move of a result that goes on brings the same ones.
  const kept = inOrder.slice(0, MAX_LOGS - 1);
  const { createdAt } = kept.at(-1) ?? {};
  return [...kept, { ...(createdAt && { createdAt }), status: 'info', description: LATER_LEFT_OUT }];
}

/**
 * Replaces the longest details by a note, until the logs take that many bytes less in a request or no details are
 * left.
 */
export function withoutLongestDetails(logs: MovedLog[], excessBytes: number): MovedLog[] {
  const longestFirst = logs
    .flatMap(({ details }, index) =>
      details === undefined ? [] : [{ index, gain: bytesInRequest(details) - NOTE_BYTES }],
    )
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain || b.index - a.index);
  const left = [...logs];
  let excess = excessBytes;
  for (const { index, gain } of longestFirst) {
    if (excess <= 0) break;
    left[index] = { ...(logs[index] as MovedLog), details: DETAILS_LEFT_OUT };
    excess -= gain;
  }
  return left;
}

function bytesInRequest(details: string): number {
  return countEscapedBytes(JSON.stringify(details));
}

function toMovedLog({ createdAt, status, description, details, context }: JsonObject): MovedLog {
  return {
    ...(typeof createdAt === 'string' && { createdAt }),
    ...(isPresent(status) && { status: ofAtMost(MAX_STATUS_CHARS, asText(status)) }),
    description: isPresent(description) ? ofAtMost(MAX_DESCRIPTION_CHARS, asText(description)) : '',
    ...(isPresent(details) && { details: shorten(asText(details), fitsDetails) }),
    ...(isPresent(context) && { context: ofAtMost(MAX_CONTEXT_CHARS, asText(context)) }),
  };
}

function fitsDetails(details: string): boolean {
  return Buffer.byteLength(JSON.stringify(details)) <= MAX_DETAILS_BYTES;
}

function ofAtMost(maxChars: number, text: string): string {
  return shorten(text, (candidate) => candidate.length <= maxChars);
}

/** Returns the longest beginning of the text that fits together with a note of how much was cut off. */
function shorten(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  const beginning = (length: number) => {
    // Half of a surrogate pair is not a character.
    const kept = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
    return `${text.slice(0, kept)}… (${text.length - kept} more characters)`;
  };
  let fitting = 0;
  let tooLong = text.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(beginning(middle))) fitting = middle;
    else tooLong = middle;
  }
  return beginning(fitting);
}
