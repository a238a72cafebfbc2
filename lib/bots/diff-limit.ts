import { DIFFED_LISTS, type FlowDiff } from './flow/flow-diff.ts';
import { MAX_BOT_RESPONSE_BYTES } from './response-limit.ts';

/** The differences that fit into a response. `isComplete` is false if some were dropped. */
export type LimitedDiff = FlowDiff & { isComplete: boolean };

/**
 * Drops differences from the end until the rest fits into a response. Even if two bots each fit, their
 * differences may not.
 */
export function limitDiff(diff: FlowDiff, maxBytes = MAX_BOT_RESPONSE_BYTES): LimitedDiff {
  let leftBytes = maxBytes;
  let isComplete = true;
  const fitting = <T>(entries: T[]): T[] => {
    const end = entries.findIndex((entry) => {
      leftBytes -= responseBytes(entry);
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

/** Lambda returns the body as a JSON string, so every quote in it is escaped a second time. */
function responseBytes(entry: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
}
