import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { wellFormed } from '#lib/bots/document/well-formed-flow.ts';
import { readBesideBot } from '#lib/bots/publication/read-beside-bot.ts';
import { readBot, readBotHead } from '#lib/bots/store/draft-store.ts';
import { readPublished } from '#lib/bots/store/publication-store.ts';
import { readPublishedFlowsBefore } from '#lib/bots/store/release-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { findMergedBots, MAX_MERGED_BOTS } from './merged-links.ts';

/** A flow that answers of a result can belong to, with the bot that has it. */
export type AnsweredFlow = Pick<BotFlow, 'version' | 'events' | 'groups' | 'edges' | 'variables'> & {
  botId: string;
};

/** The flows that the results of one bot refer to. */
export type AnsweredFlows = {
  /** The bot's own flow, followed by those of linked bots that merge into its results. */
  current: AnsweredFlow[];
  /** Flows that these bots had in earlier releases, for questions that were removed since. */
  former: AnsweredFlow[];
  /** Whether any of the bots has earlier releases, read or not. */
  hasFormer: boolean;
};

const CONCURRENT_READS = 5;

/** A bot's flows: the one that it has now, and those of earlier publications, newest first. */
type BotFlows = {
  workspaceId: string;
  current: AnsweredFlow;
  former: AnsweredFlow[];
  hasFormer: boolean;
};

/**
 * Reads the flows that a bot's results refer to: its own, and those of linked bots that merge into its results,
 * directly or through others. Each is the published copy or, if nothing is published, the draft. Linked bots that are
 * gone or belong to another workspace are left out, as in chats. Flows are normalized, so that their ids match those in
 * answers and variables.
 *
 * @param withFormer whether to read earlier releases as well, which costs a request for each bot that has any
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function readAnsweredFlows(
  botId: string,
  { withFormer }: { withFormer: boolean },
  caller: Caller,
): Promise<AnsweredFlows> {
  const own = await readBotFlows(botId, accessToBot('viewer', caller), withFormer);
  if (!own) throw botNotFound();
  const bots = [own];
  const seen = new Set([botId]);
  let level = [own];
  while (level.length > 0) {
    const linked = level
      .flatMap(({ current, former }) => [current, ...former].flatMap(findMergedBots))
      .filter((id) => !seen.has(id) && seen.add(id))
      .slice(0, MAX_MERGED_BOTS + 1 - bots.length);
    const found = await mapConcurrently(linked, CONCURRENT_READS, (id) =>
      readLinkedFlows(id, own.workspaceId, withFormer),
    );
    level = found.filter((flows) => flows !== undefined);
    bots.push(...level);
  }
  return {
    current: bots.map(({ current }) => current),
    former: bots.flatMap(({ former }) => former),
    hasFormer: bots.some(({ hasFormer }) => hasFormer),
  };
}

async function readLinkedFlows(
  botId: string,
  workspaceId: string,
  withFormer: boolean,
): Promise<BotFlows | undefined> {
  const assertSameWorkspace = (owner: string) => {
    if (owner !== workspaceId) throw botNotFound();
  };
  try {
    return await readBotFlows(botId, assertSameWorkspace, withFormer);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function readBotFlows(
  botId: string,
  assertAccess: (workspaceId: string) => void,
  withFormer: boolean,
): Promise<BotFlows | undefined> {
  const published = await readBesideBot(
    () => readPublished(botId, assertAccess),
    () => readBotHead(botId),
  );
  const bot = published ? undefined : await readBot(botId, assertAccess);
  const workspaceId = published?.workspaceId ?? bot?.head.workspaceId;
  const flow = published?.flow ?? bot?.document;
  if (!flow || workspaceId === undefined) return undefined;
  const toAnswered = (answered: BotFlow): AnsweredFlow => ({ ...wellFormed(answered), botId });
  const end = published?.head.release ?? (bot?.head.lastRelease ?? 0) + 1;
  const former = withFormer ? await readPublishedFlowsBefore(botId, end) : [];
  return { workspaceId, current: toAnswered(flow), former: former.map(toAnswered), hasFormer: end > 1 };
}
