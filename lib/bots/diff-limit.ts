import { MAX_BOT_ANSWER_BYTES } from './answer-limit.ts';
import { DIFFED_LISTS, type FlowDiff } from './flow/flow-diff.ts';

/** The differences that fit into a response, and whether those are all of them. */
export type LimitedDiff = FlowDiff & { isComplete: boolean };

/**
 * Two bots can each fit into a response while their differences do not. Differences that do not fit are left
 * out, starting with the last, and `isComplete` says so.
 */
export function limitedDiff(diff: FlowDiff, maxBytes = MAX_BOT_ANSWER_BYTES): LimitedDiff {
  let leftBytes = maxBytes;
  let isComplete = true;
  const fitting = <T>(entries: T[]): T[] => {
    const end = entries.findIndex((entry) => {
      leftBytes -= answeredBytes(entry);
      return leftBytes < 0;
    });
    if (end < 0) return entries;
    isComplete = false;
    return entries.slice(0, end);
  };

  const limited: LimitedDiff = { ...diff, fields: fitting(diff.fields), isComplete };
  for (const list of DIFFED_LISTS) {
    const { added, removed, changed } = diff[list];
    limited[list] = { added: fitting(added), removed: fitting(removed), changed: fitting(changed) };
  }
  return { ...limited, isComplete };
}

/** Lambda's response holds the body as a JSON string, in which every quote is escaped again. */
function answeredBytes(entry: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
}
