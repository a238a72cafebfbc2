import { type Failure, toFailure } from '#apps/cli/failure.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { findLinkedBotIds, type LinkedBot, relinkBots } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

/*
 * Documents name the bots that they link to by the ids of the service that they come from. Their ids here are
 * known only after they are imported, and two bots may link to each other. So links are rewritten after all
 * bots are stored, in their drafts. The imports themselves never depend on ids, which keeps them repeatable.
 */

/** A document that was imported or, in a dry run, could be. */
export type LinkingDocument = {
  file: string;
  /** Id of the bot in the service that the document comes from. */
  sourceId: string | undefined;
  /** Id of the imported bot. Absent in a dry run. */
  botId: string | undefined;
  /** Links to bots by id, as the document has them. */
  links: LinkedBot[];
};

/** A link that was not rewritten, because it does not lead to a bot. */
export type LinkToNowhere = LinkedBot & { message: string };

/** Outcome of rewriting the links of a document. */
export type LinkOutcome = {
  /** Links that were rewritten now or, in a dry run, would be. */
  rewritten: number;
  nowhere: LinkToNowhere[];
  /** Why links could not be rewritten. */
  error?: Failure;
};

/** Responses for an id that no bot of the caller has, including those of a gateway for an id like `import`. */
const NO_BOT_STATUSES = new Set([400, 403, 404, 405]);
/** As many as imports. */
const CONCURRENCY = 4;
/** Someone else may be editing a bot that has just been imported, but hardly more than once. */
const MAX_ATTEMPTS = 5;

/** Returns what the rewriting has to know of a document. */
export function readLinks(document: JsonObject): Pick<LinkingDocument, 'sourceId' | 'links'> {
  const sourceId = typeof document.id === 'string' && document.id !== '' ? document.id : undefined;
  return { sourceId, links: findLinkedBotIds(document) };
}

/**
 * Rewrites the links between imported bots to their new ids. Links to the document's own bot become links to
 * `current`. Only the groups of drafts change: no release is made. If a link has been rewritten before, or
 * somebody has changed it since, it stays. Returns the outcomes of the documents that have links, by file.
 *
 * @param workspaceId a link to a bot that this workspace already has is left as it is
 * @throws ApiError or ServiceUnreachableError if the service stops responding while linked bots are looked up
 */
export async function rewriteLinks(
  documents: LinkingDocument[],
  workspaceId: string,
  { client }: Service,
): Promise<Map<string, LinkOutcome>> {
  const bySourceId = Map.groupBy(documents, ({ sourceId }) => sourceId);
  const linking = documents.filter(({ links }) => links.length > 0);
  const unknownIds = linking.flatMap(({ links }) =>
    links.map(({ botId }) => botId).filter((botId) => !bySourceId.has(botId)),
  );
  const existing = await fetchExistingBots([...new Set(unknownIds)]);

  const outcomes = await mapConcurrently(linking, CONCURRENCY, async (document) => {
    const targets = new Map(
      document.links.flatMap(({ botId }) => {
        const target = toTarget(botId, document);
        return target === undefined ? [] : [[botId, target]];
      }),
    );
    return [document.file, await outcomeOf(document, targets)] as const;
  });
  return new Map(outcomes);

  /** Returns the id of the imported bot, or undefined if no document, or more than one, has the id. */
  function toTarget(id: string, { sourceId }: LinkingDocument): string | undefined {
    if (id === sourceId) return 'current';
    const [target, ...others] = bySourceId.get(id) ?? [];
    // A dry run writes nothing, so any id does.
    return target && others.length === 0 ? (target.botId ?? id) : undefined;
  }

  async function outcomeOf(
    { botId, links }: LinkingDocument,
    targets: ReadonlyMap<string, string>,
  ): Promise<LinkOutcome> {
    const nowhere = links
      .filter((link) => !targets.has(link.botId) && !existing.has(link.botId))
      .map((link) => ({ ...link, message: explain(link.botId) }));
    if (targets.size === 0) return { rewritten: 0, nowhere };
    if (botId === undefined) {
      return { rewritten: links.filter((link) => targets.has(link.botId)).length, nowhere };
    }
    try {
      return { rewritten: await relink(client, botId, targets), nowhere };
    } catch (error) {
      return { rewritten: 0, nowhere, error: toFailure(error) };
    }
  }

  function explain(id: string): string {
    // Sorted, because imports end in any order.
    const files = (bySourceId.get(id) ?? []).map(({ file }) => file).toSorted();
    return files.length > 1
      ? `could lead to any of ${files.length} files with this id: ${files.join(', ')}`
      : 'leads to a bot that is neither among the files nor in the workspace';
  }

  /** Returns those of the ids that are bots of the workspace. */
  async function fetchExistingBots(ids: string[]): Promise<Set<string>> {
    const found = await mapConcurrently(ids.filter(isId), CONCURRENCY, async (botId) => {
      const response = await client.getBot({ params: { botId } }).catch((error: unknown) => {
        if (error instanceof ApiError && NO_BOT_STATUSES.has(error.status)) return undefined;
        throw error;
      });
      return response?.bot.workspaceId === workspaceId ? [botId] : [];
    });
    return new Set(found.flat());
  }
}

/** @returns the number of links that were rewritten */
async function relink(client: Client, botId: string, newIds: ReadonlyMap<string, string>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { data, response } = await client.getBot.withResponse({ params: { botId } });
    const { bot } = data;
    const { groups } = relinkBots(bot, newIds);
    // Archived bots cannot be changed, and are not needed.
    if (groups === bot.groups || bot.isArchived) return 0;
    try {
      await client.updateBot({
        params: { botId },
        headers: { 'if-match': response.headers.get('etag') ?? undefined },
        body: { bot: { groups } },
      });
      return findLinkedBotIds(bot).filter((link) => newIds.has(link.botId)).length;
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'PRECONDITION_FAILED';
      if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
