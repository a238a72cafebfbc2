import {
  ConditionFailedError,
  type Item,
  isExpired,
  putItem,
  queryOnce,
} from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { formatCursor, type Page, parseCursor } from '#lib/platform/store/page.ts';
import { auditEntry } from './audit-entry.ts';
import type { Change } from './change.ts';

/** Writes the entry for a change, unless it exists or would already have expired. */
export async function writeEntryOnce(change: Change): Promise<void> {
  const entry = auditEntry(change);
  // Restoring a table, or changing an old item, can deliver changes from years ago.
  if (isExpired(entry)) return;
  try {
    await putItem(entry, { expression: 'attribute_not_exists(pk)' });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

export type AuditQuery = {
  workspaceId: string;
  /** Only changes of this bot. */
  botId: string | undefined;
  limit: number;
  cursor: string | undefined;
};

/** Maximum number of queries per page. If few entries concern the bot, the page ends early with a cursor. */
const MAX_QUERIES_PER_PAGE = 10;

/**
 * Maximum entries per query: about 400 KB of the 1 MB that DynamoDB returns at once. Each query reads four
 * times as many as the previous one, so a page reads at most about 8,000 entries.
 */
const MAX_ENTRIES_PER_QUERY = 1_000;
const GROWTH_PER_QUERY = 4;

/** Sorts after any timestamp. */
const END_OF_TRAIL = '~';

/**
 * Reads a page of a workspace's audit trail, newest first.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readAuditPage({
  workspaceId,
  botId,
  limit,
  cursor,
}: AuditQuery): Promise<Page<Change>> {
  const changes: Change[] = [];
  let before = END_OF_TRAIL;
  if (cursor !== undefined) {
    const { createdAt, id } = parseCursor(cursor);
    before = `${createdAt}#${id}`;
  }
  for (let queries = 0; queries < MAX_QUERIES_PER_PAGE; queries++) {
    const missing = limit + 1 - changes.length;
    const page = await queryOnce(
      {
        keyCondition: 'pk = :trail AND sk < :before',
        values: { ':trail': keys.auditTrail(workspaceId), ':before': before },
        newestFirst: true,
      },
      { limit: Math.max(missing, Math.min(MAX_ENTRIES_PER_QUERY, missing * GROWTH_PER_QUERY ** queries)) },
    );
    for (const item of page.items) {
      if (isExpired(item) || (botId !== undefined && item.botId !== botId)) continue;
      const last = changes.at(-1);
      if (last && changes.length === limit) return { items: changes, nextCursor: cursorAfter(last) };
      changes.push(toChange(item));
    }
    const last = page.items.at(-1);
    if (!page.isMore || !last) return { items: changes };
    before = String(last.sk);
  }
  const [at = '', id = ''] = before.split('#');
  return { items: changes, nextCursor: cursorAfter({ at, id }) };
}

function cursorAfter({ at, id }: Pick<Change, 'at' | 'id'>): string {
  return formatCursor({ createdAt: at, id });
}

function toChange({ pk: _, sk: __, expiresAt: ___, ...change }: Item): Change {
  return change as Change;
}
