import type { Client } from '#apps/client/client.ts';
import { listBlockCredentials } from '#lib/bots/flow/credential-references.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

/** A search reads whole drafts, so it looks at no more bots than these. Most workspaces have fewer. */
const MAX_BOTS = 30;
const MAX_REQUESTS_AT_ONCE = 3;

/** Longest list of names in a sentence. */
const MAX_NAMES = 5;

/** Bots whose drafts name some credentials. */
export type CredentialsUses = {
  names: string[];
  /** How many bots were looked at. */
  searched: number;
  /** Whether the workspace has no other bots. Archived ones are not looked at. */
  isComplete: boolean;
};

/** Finds the bots whose drafts name credentials. */
export async function findCredentialsUses(
  client: Client,
  workspaceId: string,
  credentialsId: string,
): Promise<CredentialsUses> {
  const query = { workspaceId, limit: String(MAX_BOTS) };
  const { bots, nextCursor } = await client.listBots({ query });
  const uses = await mapConcurrently(bots, MAX_REQUESTS_AT_ONCE, async ({ id }) => {
    const { bot } = await client.getBot({ params: { botId: id }, query: { migrateToLatestVersion: true } });
    const blocks = bot.groups.flatMap((group) => group.blocks as readonly JsonObject[]);
    return blocks.flatMap(listBlockCredentials).some((named) => named.credentialsId === credentialsId);
  });
  return {
    names: bots.filter((_, index) => uses[index]).map(({ name }) => name),
    searched: bots.length,
    isComplete: nextCursor === undefined,
  };
}

/**
 * Says which bots use credentials, before they are deleted.
 *
 * @param uses undefined if the bots could not be read
 */
export function describeUses(uses: CredentialsUses | undefined): string {
  const all = '“bots credentials list” looks at all.';
  if (!uses) return `Blocks that name these credentials do nothing from then on: ${all}`;
  const { names, searched, isComplete } = uses;
  const rest = isComplete ? '' : ` Only ${searched} bots were looked at: ${all}`;
  if (names.length === 0) {
    return `No bot names these credentials in its draft. Published bots may still use them.${rest}`;
  }
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  const listed = more > 0 ? [...shown, `${more} more`] : shown;
  const list = new Intl.ListFormat('en').format(listed);
  return `Blocks of ${list} name these credentials, and do nothing from then on.${rest}`;
}
