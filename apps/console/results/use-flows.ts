import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { findMergedBots, MAX_MERGED_BOTS } from '#lib/results/merged-links.ts';
import { findQuestions } from '#lib/results/question-lookup.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { useSession } from '../session/session.ts';
import type { Flow } from './flow.ts';
import type { ListedResult } from './result-columns.ts';

/** Releases whose questions are looked up, of all bots together. They are loaded in whole, one after the other. */
const MAX_FORMER_RELEASES = 10;

/**
 * Loads the flows that results refer to: the flow of the bot, and those of linked bots that merge into its results. Each is the
 * published one or, if nothing is published, the draft. As in exports.
 */
export function useFlows(botId: string): Load<Flow[]> {
  const { client } = useSession();
  return useLoad(`bot:${botId}:flows`, (signal) => fetchFlows(client, botId, signal));
}

/**
 * Flows of earlier releases, newest first, for questions that were removed since. Loaded only once a result has an
 * answer to one.
 */
export function useFormerFlows(
  botId: string,
  flows: readonly Flow[] | undefined,
  results: readonly ListedResult[] | undefined,
): Flow[] | undefined {
  const { client } = useSession();
  const isNeeded = flows !== undefined && results !== undefined && hasUnknownAnswer(flows, results);
  const load = useLoad(isNeeded ? `bot:${botId}:former-flows` : undefined, (signal) =>
    fetchFormerFlows(
      client,
      (flows ?? []).map((flow) => flow.botId),
      signal,
    ),
  );
  return load.data;
}

function hasUnknownAnswer(flows: readonly Flow[], results: readonly ListedResult[]): boolean {
  const known = new Set(flows.flatMap((flow) => findQuestions(flow)).map(({ block }) => block.id));
  return results.some(({ answers }) => answers.some(({ blockId }) => !known.has(blockId)));
}

async function fetchFlows(client: Client, botId: string, signal: AbortSignal): Promise<Flow[]> {
  const flows = [await fetchFlow(client, botId, signal)];
  const seen = new Set([botId]);
  let level = flows;
  let workspaceId: string | undefined;
  while (level.length > 0) {
    const linked = level
      .flatMap(findMergedBots)
      .filter((id) => !seen.has(id) && seen.add(id))
      .slice(0, MAX_MERGED_BOTS + 1 - flows.length);
    if (linked.length === 0) break;
    workspaceId ??= (await client.getBot({ params: { botId }, signal })).bot.workspaceId;
    const workspace = workspaceId;
    const found = await Promise.all(linked.map((id) => fetchLinkedFlow(client, id, workspace, signal)));
    level = found.filter((flow) => flow !== undefined);
    flows.push(...level);
  }
  return flows;
}

async function fetchFlow(client: Client, botId: string, signal: AbortSignal): Promise<Flow> {
  const params = { botId };
  const { publishedBot } = await client.getPublishedBot({ params, signal });
  return toFlow(publishedBot ?? (await client.getBot({ params, signal })).bot, botId);
}

/** Undefined for a bot that is gone or belongs to another workspace: chats do not go there either. */
async function fetchLinkedFlow(
  client: Client,
  botId: string,
  workspaceId: string,
  signal: AbortSignal,
): Promise<Flow | undefined> {
  try {
    const { bot } = await client.getBot({ params: { botId }, signal });
    return bot.workspaceId === workspaceId ? await fetchFlow(client, botId, signal) : undefined;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN'))
      return undefined;
    throw error;
  }
}

async function fetchFormerFlows(client: Client, botIds: string[], signal: AbortSignal): Promise<Flow[]> {
  const flows: Flow[] = [];
  for (const botId of botIds) {
    const { releases } = await client.listReleases({ params: { botId }, query: {}, signal });
    const earlier = releases.filter(({ publishedAt, isPublished }) => publishedAt !== null && !isPublished);
    for (const { release } of earlier.slice(0, MAX_FORMER_RELEASES - flows.length)) {
      const params = { botId, release: String(release) };
      flows.push(toFlow((await client.getRelease({ params, signal })).release, botId));
    }
  }
  return flows;
}

/** Contracts say less of blocks and variables than the flow's own types, which are just as loose inside. */
function toFlow(document: object, botId: string): Flow {
  const { version, groups, variables } = document as Flow;
  return { version, groups, variables, botId };
}
