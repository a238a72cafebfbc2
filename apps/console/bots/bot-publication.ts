import type { Client } from '#apps/client/client.ts';
import type { ListedState } from './bot-state.tsx';

/** Whether a bot is published, and as which release. */
export type PublicationState = {
  state: ListedState;
  /** Number of the published release. */
  release: number | undefined;
};

/** Releases of one request, of which the published one is nearly always the first. */
const RELEASES_PER_PAGE = '20';

/**
 * Finds out what a bot has published. The bot itself does not say, so this looks for the published release among the
 * latest ones, and compares it with the draft.
 *
 * @throws ApiError if a request fails
 */
export async function findPublication(
  client: Client,
  bot: { id: string; isArchived: boolean },
  signal: AbortSignal,
): Promise<PublicationState> {
  if (bot.isArchived) return { state: 'archived', release: undefined };
  const params = { botId: bot.id };
  const { releases, nextCursor } = await client.listReleases({
    params,
    query: { limit: RELEASES_PER_PAGE },
    signal,
  });
  const release = releases.find(({ isPublished }) => isPublished)?.release;
  if (release === undefined) {
    const isPublished =
      nextCursor !== undefined && (await client.getPublishedBot({ params, signal })).publishedBot !== null;
    return { state: isPublished ? 'changed' : 'draft', release: undefined };
  }
  const { diff } = await client.diffBot({
    params,
    query: { from: String(release), to: 'draft' },
    signal,
  });
  const fields = diff.fields.filter((field) => PUBLISHED_FIELDS.has(field));
  return { state: countDifferences({ ...diff, fields }) === 0 ? 'published' : 'changed', release };
}

/** Fields of a document that publishing makes public, beside its flow. The name and the folder, for example, are not. */
const PUBLISHED_FIELDS = new Set(['version', 'theme', 'settings']);

type Differences = { added: readonly unknown[]; removed: readonly unknown[]; changed: readonly unknown[] };

/** Counts what differs between two states of a bot. */
export function countDifferences(diff: {
  events: Differences;
  groups: Differences;
  blocks: Differences;
  edges: Differences;
  variables: Differences;
  fields: readonly unknown[];
}): number {
  const lists = [diff.events, diff.groups, diff.blocks, diff.edges, diff.variables];
  return lists.reduce(
    (sum, { added, removed, changed }) => sum + added.length + removed.length + changed.length,
    diff.fields.length,
  );
}
