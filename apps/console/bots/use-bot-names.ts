import { useRef } from 'preact/hooks';
import type { Client } from '#apps/client/client.ts';
import { useLoad } from '../data/use-load.ts';

const BOTS_PER_PAGE = '100';

/** Pages of each list, of bots and of archived bots. Bots further down keep their id alone. */
const MAX_PAGES = 5;

type Names = ReadonlyMap<string, string>;

/**
 * Returns the names of bots, as far as they are known yet. They come from the list of bots, because reading each bot
 * would load its whole flow. Bots that have been erased, and those that are too far down the list, have an empty name.
 */
export function useBotNames(client: Client, workspaceId: string, botIds: readonly string[]): Names {
  const known = useRef<Names>(new Map());
  const missing = [...new Set(botIds)].filter((id) => !known.current.has(id)).sort();
  const load = useLoad(missing.length === 0 ? undefined : `bot-names:${workspaceId}:${missing}`, (signal) =>
    findNames(client, workspaceId, missing, signal),
  );
  if (load.data) known.current = new Map([...known.current, ...load.data]);
  return known.current;
}

async function findNames(
  client: Client,
  workspaceId: string,
  botIds: readonly string[],
  signal: AbortSignal,
): Promise<Names> {
  const names = new Map<string, string>();
  const missing = new Set(botIds);
  for (const archived of [undefined, 'true' as const]) {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && missing.size > 0; page += 1) {
      const { bots, nextCursor } = await client.listBots({
        query: { workspaceId, archived, cursor, limit: BOTS_PER_PAGE },
        signal,
      });
      for (const { id, name } of bots) if (missing.delete(id)) names.set(id, name);
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
  }
  // So that nobody looks for them again.
  for (const id of missing) names.set(id, '');
  return names;
}
