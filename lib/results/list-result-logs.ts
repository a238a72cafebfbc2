import { MAX_BOT_RESPONSE_BYTES } from '#lib/bots/response-limit.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { countEscapedBytes } from '#lib/platform/json/invocation-payload.ts';
import { type LogBatch, readLogBatches } from '#lib/results/logs/log-store.ts';
import { formatLogCursor, type LogPosition, parseLogCursor } from './log-cursor.ts';
import { requireResult } from './require-result.ts';
import { readResultOwner } from './store/result-store.ts';

const DEFAULT_LIMIT = 100;

export type ListedLog = {
  id: string;
  createdAt: string;
  resultId: string;
  status: string;
  description: string;
  details: unknown;
  context: string | null;
};

export type LogPage = { logs: ListedLog[]; nextCursor?: string };

/**
 * Returns one page of a result's log, oldest entries first.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor is not a log cursor
 */
export async function listResultLogs(
  botId: string,
  resultId: string,
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<LogPage> {
  const position = cursor === undefined ? undefined : parseLogCursor(cursor);
  await requireResult(botId, await readResultOwner(resultId), 'viewer', caller);
  return await readLogPage(resultId, Number(limit ?? DEFAULT_LIMIT), position);
}

async function readLogPage(
  resultId: string,
  limit: number,
  position: LogPosition | undefined,
): Promise<LogPage> {
  const logs: ListedLog[] = [];
  let bytes = 0;
  // Every batch has at least one entry, so `limit` batches fill a page. One more provides the next cursor.
  for await (const batch of readLogBatches(resultId, { from: position?.batch, batches: limit + 1 })) {
    const skipped = batch.sortKey === position?.batch ? position.entry : 0;
    for (const [index, line] of toLines(batch, resultId).entries()) {
      if (index < skipped) continue;
      bytes += countEscapedBytes(JSON.stringify(line)) + 1;
      if (logs.length === limit || (bytes > MAX_BOT_RESPONSE_BYTES && logs.length > 0)) {
        return { logs, nextCursor: formatLogCursor({ batch: batch.sortKey, entry: index }) };
      }
      logs.push(line);
    }
  }
  return { logs };
}

function toLines({ id, createdAt, entries }: LogBatch, resultId: string): ListedLog[] {
  return entries.map(({ status, description, details = null, context = null }, index) => ({
    id: `${id}-${index}`,
    createdAt,
    resultId,
    status,
    description,
    details,
    context,
  }));
}
