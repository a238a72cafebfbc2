import type { Client } from '#apps/client/client.ts';

const BOTS_PER_PAGE = '100';

/** Pages of each list, of bots and of archived bots. Bots further down keep their id alone. */
const MAX_PAGES = 5;

/**
 * Finds the names of bots in the lists of their workspace, because reading each bot would load its whole flow. Bots that
 * have been erased, and those that are too far down the list, have no entry.
 */
export async function findBotNames(
  client: Client,
  workspaceId: string,
  botIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const missing = new Set(botIds);
  for (const archived of [undefined, 'true' as const]) {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && missing.size > 0; page += 1) {
      const { bots, nextCursor } = await client.listBots({
        query: { workspaceId, archived, cursor, limit: BOTS_PER_PAGE },
        ...(signal && { signal }),
      });
      for (const { id, name } of bots) if (missing.delete(id)) names.set(id, name);
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
  }
  return names;
}
