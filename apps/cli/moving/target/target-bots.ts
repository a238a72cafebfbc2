import { readList } from '#apps/cli/service/list-pages.ts';
import type { Client, OperationData } from '#apps/client/client.ts';

type ListedBot = OperationData<'listBots'>['bots'][number];

/** A bot here that came from the source. */
export type TargetBot = ListedBot & { source: NonNullable<ListedBot['source']>; isArchived: boolean };

/**
 * Finds the bots of a workspace that came from elsewhere, by their ids there. If several came from the same bot,
 * the oldest counts, and one that is not archived before those that are.
 */
export async function findTargetBots(client: Client, workspaceId: string): Promise<Map<string, TargetBot>> {
  const found = new Map<string, TargetBot>();
  for (const isArchived of [true, false]) {
    const { items } = await readList('bots', { all: true, limit: '100' }, (page) =>
      client.listBots({ query: { workspaceId, ...(isArchived && { archived: 'true' as const }), ...page } }),
    );
    // Lists have the newest first, so the oldest is set last.
    for (const bot of items) {
      if (bot.source) found.set(bot.source.id, { ...bot, source: bot.source, isArchived });
    }
  }
  return found;
}
