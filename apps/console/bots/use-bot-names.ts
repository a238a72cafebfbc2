import { useRef } from 'preact/hooks';
import type { Client } from '#apps/client/client.ts';
import { useLoad } from '../data/use-load.ts';
import { findBotNames } from './find-bot-names.ts';

type Names = ReadonlyMap<string, string>;

/** Returns the names of bots, as far as they are known yet. Bots that `findBotNames` does not find have an empty name. */
export function useBotNames(client: Client, workspaceId: string, botIds: readonly string[]): Names {
  const known = useRef<Names>(new Map());
  const missing = [...new Set(botIds)].filter((id) => !known.current.has(id)).sort();
  const load = useLoad(
    missing.length === 0 ? undefined : `bot-names:${workspaceId}:${missing}`,
    async (signal) => {
      const found = await findBotNames(client, workspaceId, missing, signal);
      // Also those that were not found, so that nobody looks for them again.
      return new Map(missing.map((id) => [id, found.get(id) ?? '']));
    },
  );
  if (load.data) known.current = new Map([...known.current, ...load.data]);
  return known.current;
}
