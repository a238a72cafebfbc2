import { readList } from '#apps/cli/service/list-pages.ts';
import type { Client, OperationData } from '#apps/client/client.ts';
import { parseRevision, type Revision } from './moved-document.ts';

/** A bot of the target that came from the source, and what is known of its move. */
export type TargetBot = {
  id: string;
  publicId: string | null;
  isPublished: boolean;
  isArchived: boolean;
  /** Whether the draft was changed in the target after the last move. */
  isEdited: boolean;
  /** The draft and the publication that were brought. Undefined until a move has finished. */
  revision: Revision | undefined;
  /** Whether another tool has brought it, whose revisions mean nothing to us. */
  isFromElsewhere: boolean;
  /** Whether this move has created it, so that nothing can have changed since. */
  isFresh: boolean;
};

/** A workspace that bots are moved to. */
export type TargetWorkspace = {
  client: Client;
  workspaceId: string;
  /** Ids of the bots in the target by those in the source. */
  newIds: ReadonlyMap<string, string>;
};

/**
 * Finds the bots of a workspace that came from elsewhere, by their ids in the source. If several came from the same
 * bot, the oldest counts, and one that is not archived before those that are.
 */
export async function findTargetBots(client: Client, workspaceId: string): Promise<Map<string, TargetBot>> {
  const found = new Map<string, TargetBot>();
  for (const isArchived of [true, false]) {
    const { items } = await readList('bots', { all: true, limit: '100' }, (page) =>
      client.listBots({ query: { workspaceId, ...(isArchived && { archived: 'true' as const }), ...page } }),
    );
    // Lists have the newest first, so the oldest is set last.
    for (const bot of items) {
      if (bot.source) found.set(bot.source.id, toTargetBot(bot, bot.source, isArchived));
    }
  }
  return found;
}

type ListedBot = OperationData<'listBots'>['bots'][number];

function toTargetBot(
  { id, publicId, isPublished }: ListedBot,
  source: NonNullable<ListedBot['source']>,
  isArchived: boolean,
): TargetBot {
  const revision = parseRevision(source.revision ?? undefined);
  return {
    id,
    publicId,
    isPublished,
    isArchived,
    isEdited: source.isEdited,
    revision,
    isFromElsewhere: revision === undefined && source.revision !== null,
    isFresh: false,
  };
}
