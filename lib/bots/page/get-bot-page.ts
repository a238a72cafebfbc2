import { LRUCache } from 'lru-cache';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { isPublicId } from '#lib/bots/document/public-id.ts';
import { isConfiguredDomain } from '#lib/bots/domains/configured-domains.ts';
import { findBotByDomain } from '#lib/bots/domains/find-bot-by-domain.ts';
import { type ClaimedBot, readPublicIdClaim } from '#lib/bots/store/bot-claims.ts';
import { readRelease } from '#lib/bots/store/release-store.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { type BotPageHead, toBotPageHead } from './bot-page-head.ts';
import { frameAncestors } from './frame-ancestors.ts';
import { findPageAt } from './page-decision.ts';
import { getPageScripts } from './page-scripts.ts';

/** A head is a few hundred characters, or as long as its icon. */
const MAX_CACHED_CHARS = 5_000_000;

type ReleaseHead = {
  head: BotPageHead;
  /** Sites that may show the page in a frame. Undefined if all may. */
  frameAncestors: string | undefined;
  workspaceId: string;
};

export type BotPage = Pick<ReleaseHead, 'head' | 'frameAncestors'> & { publicId: string; scripts: string[] };

/** Address at which the page is instead. */
export type MovedPage = { redirectTo: string };

/** Releases are immutable, so their heads never go stale. */
const heads = new LRUCache<string, ReleaseHead>({
  maxSize: MAX_CACHED_CHARS,
  sizeCalculation: (release) => JSON.stringify(release).length,
});

/**
 * Returns what a bot's page consists of. Costs one small read, at a custom domain three in two requests, and one of the
 * release the first time that an instance sees it.
 *
 * @param segment the bot's publicId, or at a custom domain its path as the edge sends it
 * @param host at which a site was asked. Undefined for a call of the API itself
 * @throws NOT_FOUND if nothing is published there, the host has no pages of the bot's workspace, or the service is
 * deployed without pages
 */
export async function getBotPage(segment: string, host: string | undefined): Promise<BotPage | MovedPage> {
  const scripts = getPageScripts();
  if (!scripts) throw new ServiceError('NOT_FOUND', 'This service has no pages, only an API');
  const bot = await findBot(segment, host);
  if (!bot) throw botNotFound();
  const { publicId, claim } = bot;
  if (claim.release === undefined) throw botNotFound();
  addLogKeys({ botId: claim.botId });
  const found = await readHead(claim.botId, claim.release);
  // At a domain, only bots of the workspace that has registered it have pages.
  if (!found || (bot.workspaceId !== undefined && bot.workspaceId !== found.workspaceId)) throw botNotFound();
  const { head, frameAncestors: ancestors, workspaceId } = found;
  addLogKeys({ workspaceId });
  // A custom domain is an origin of its workspace alone.
  const decision = bot.workspaceId === undefined ? findPageAt(host, workspaceId, publicId) : 'page';
  if (decision === 'nothing') throw botNotFound();
  if (decision !== 'page') return decision;
  return { publicId, head, frameAncestors: ancestors, scripts };
}

type FoundBot = {
  publicId: string;
  claim: ClaimedBot;
  /** The workspace that the bot must belong to. */
  workspaceId?: string;
};

/** At a custom domain, a bot is found by its path alone, and never by its publicId. */
async function findBot(segment: string, host: string | undefined): Promise<FoundBot | undefined> {
  const name = host?.toLowerCase().replace(/:\d+$/, '');
  if (name !== undefined && isConfiguredDomain(name)) return await findBotByDomain(name, segment);
  const claim = isPublicId(segment) ? await readPublicIdClaim(segment) : undefined;
  return claim && { publicId: segment, claim };
}

async function readHead(botId: string, release: number): Promise<ReleaseHead | undefined> {
  const key = `${botId}#${release}`;
  const cached = heads.get(key);
  if (cached) return cached;
  // No access check, because published bots are for everyone.
  const found = await readRelease(botId, release, () => {});
  if (!found) return undefined;
  const { document, workspaceId } = found;
  const head = toBotPageHead(document as JsonObject);
  const read = { head, frameAncestors: frameAncestors(document.settings), workspaceId };
  heads.set(key, read);
  return read;
}
