import { readPages } from '#apps/cli/service/list-pages.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { listAddresses } from './addresses-in-text.ts';

/** Addresses at a host, and where a bot has them. */
export type FoundLinks = {
  botId: string;
  name: string;
  /** The draft, the published copy, a release or a result. */
  location: string;
  addresses: string[];
};

export type LinkSearch = {
  /** Host name, with or without a port. */
  host: string;
  releases: boolean;
  results: boolean;
};

type NamedBot = { id: string; name: string; isPublished: boolean };

/** Bots at a time. */
const CONCURRENCY = 4;
const PAGE_SIZE = '100';
/** Chats are kept for 30 days after their last reply. */
const CHAT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Finds what still points to a host in the bots of the workspaces that are not archived. */
export async function findLinksInWorkspaces(
  workspaceIds: string[],
  search: LinkSearch,
  client: Client,
): Promise<FoundLinks[]> {
  const bots: NamedBot[] = [];
  for (const workspaceId of workspaceIds) {
    const readPage = (cursor: string | undefined) =>
      client.listBots({ query: { workspaceId, limit: PAGE_SIZE, cursor } });
    for await (const page of readPages(undefined, readPage)) bots.push(...page.bots);
  }
  return (await mapConcurrently(bots, CONCURRENCY, (bot) => findLinksOfBot(bot, search, client))).flat();
}

/** Finds what still points to a host in a bot, and in the answers that it got. */
export async function findLinksOfBot(
  { id: botId, name, isPublished }: NamedBot,
  search: LinkSearch,
  client: Client,
): Promise<FoundLinks[]> {
  const found: FoundLinks[] = [];
  const look = (location: string, value: unknown) => {
    const addresses = listAddresses(
      value,
      ({ host, hostname }) => host === search.host || hostname === search.host,
    );
    if (addresses.length > 0) found.push({ botId, name, location, addresses });
  };
  look('draft', (await client.getBot({ params: { botId } })).bot);
  if (isPublished) look('published copy', await readPublishedCopy(botId, client));
  if (search.releases) {
    for (const release of await listReleasesInUse(botId, client)) {
      const read = await client.getRelease({ params: { botId, release: String(release) } });
      look(`release ${release}`, read);
    }
  }
  if (search.results) {
    const readPage = (cursor: string | undefined) =>
      client.listResults({ params: { botId }, query: { limit: PAGE_SIZE, cursor } });
    for await (const { results } of readPages(undefined, readPage)) {
      for (const result of results) look(`result ${result.id}`, result);
    }
  }
  return found;
}

/** Unpublished meanwhile, a bot has none. */
async function readPublishedCopy(botId: string, client: Client): Promise<unknown> {
  try {
    return await client.getPublishedBot({ params: { botId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Lists the releases, other than the published one, that chats may still be using: those that were published within as
 * long as a chat is kept.
 */
async function listReleasesInUse(botId: string, client: Client): Promise<number[]> {
  const readPage = (cursor: string | undefined) =>
    client.listReleases({ params: { botId }, query: { limit: PAGE_SIZE, cursor } });
  const published: { release: number; publishedAt: string; isPublished: boolean }[] = [];
  for await (const { releases } of readPages(undefined, readPage)) {
    for (const { publishedAt, ...entry } of releases)
      if (publishedAt !== null) published.push({ ...entry, publishedAt });
  }
  const newestFirst = published.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  const since = Date.now() - CHAT_DAYS * DAY_MS;
  return newestFirst
    .filter(({ isPublished }, index) => {
      const replacedAt = newestFirst[index - 1]?.publishedAt;
      return !isPublished && (replacedAt === undefined || Date.parse(replacedAt) >= since);
    })
    .map(({ release }) => release);
}
