import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { isCount, toOffsetCursor } from '#lib/results/result-offset.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { dropZeroCursor } from '../zero-cursor.ts';

/**
 * Typebot's clients count: their cursor is the number of results that they have read. Turns such a number into a cursor
 * of this service, and leaves every other cursor as it is.
 */
function translateCursor(query: JsonObject): JsonObject {
  const { cursor, ...others } = dropZeroCursor(query);
  if (cursor === undefined) return others;
  return { ...others, cursor: isCount(cursor) ? toOffsetCursor(cursor) : cursor };
}

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/results',
    note:
      '`timeFilter` defaults to last7Days. `cursor` may also be the number of results to skip, up to 10,000; ' +
      '`nextCursor`, which is opaque, costs less.',
    params: { botId: 'typebotId' },
    response: { 'results.botId': 'typebotId' },
    toQuery: (query) => ({ timeFilter: 'last7Days', ...translateCursor(query) }),
  },
];
