import { type Item, isExpired, scanTable, writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Key } from '#lib/platform/store/keys.ts';

/**
 * Erases the sessions that `accepts` chooses. Scans the whole table, because no key leads to a session without a result or
 * to the session of an old chat.
 *
 * @returns how many had not expired yet
 */
export async function eraseSessions(accepts: (session: Item) => boolean): Promise<number> {
  let count = 0;
  for await (const page of scanTable()) {
    const found = page.filter(({ pk, ...item }) => String(pk).startsWith('SESSION#') && accepts(item));
    await writeItems(found.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
    count += found.filter((item) => !isExpired(item)).length;
  }
  return count;
}
