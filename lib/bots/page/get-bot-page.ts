import { LRUCache } from 'lru-cache';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { isPublicId } from '#lib/bots/document/public-id.ts';
import { readPublicIdClaim } from '#lib/bots/store/bot-claims.ts';
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

export type BotPage = Pick<ReleaseHead, 'head' | 'frameAncestors'> & { scripts: string[] };

/** Address at which the page is instead. */
export type MovedPage = { redirectTo: string };

/** Releases are immutable, so their heads never go stale. */
const heads = new LRUCache<string, ReleaseHead>({
  maxSize: MAX_CACHED_CHARS,
  sizeCalculation: (release) => JSON.stringify(release).length,
});

/**
 * Returns what the page of the bot published under a publicId consists of. Costs one small read, and one of the
 * release the first time that an instance sees it.
 *
 * @param host at which a site was asked. Undefined for a call of the API itself
 * @throws NOT_FOUND if nothing is published under this id, the host has no pages of the bot's workspace, or the service
 * is deployed without pages
 */
export async function getBotPage(publicId: string, host: string | undefined): Promise<BotPage | MovedPage> {
  const scripts = getPageScripts();
  if (!scripts) throw new ServiceError('NOT_FOUND', 'This service has no pages, only an API');
  const claim = isPublicId(publicId) ? await readPublicIdClaim(publicId) : undefined;
  if (claim?.release === undefined) throw botNotFound();
  addLogKeys({ botId: claim.botId });
  const found = await readHead(claim.botId, claim.release);
  if (!found) throw botNotFound();
  const { head, frameAncestors: ancestors, workspaceId } = found;
  addLogKeys({ workspaceId });
  const decision = findPageAt(host, workspaceId, publicId);
  if (decision === 'nothing') throw botNotFound();
  if (decision !== 'page') return decision;
  return { head, frameAncestors: ancestors, scripts };
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
