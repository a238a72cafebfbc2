import { accessToBot } from '#lib/bots/bot-access.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { type BotHead, nextTimestamp, type PublishedHead } from '#lib/bots/document/bot-head.ts';
import { publicIdFromName } from '#lib/bots/document/public-id-from-name.ts';
import { assertNotArchived } from '#lib/bots/draft/archived-bot.ts';
import { rewriteBot } from '#lib/bots/draft/rewrite-bot.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { ClaimTakenError } from '#lib/bots/store/bot-claims.ts';
import type { StoredHead } from '#lib/bots/store/bot-item.ts';
import { readBot, readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { savePublication } from '#lib/bots/store/publication-store.ts';
import { type ChangeOrigin, changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';

export type Publication = { publicId: string; release: number; publishedAt: string };

/**
 * Seven random characters collide once in billions of attempts, so three collisions in a row must have another
 * cause.
 */
const MAX_PUBLIC_ID_ATTEMPTS = 3;

/**
 * Publishes the draft as it is and keeps it as a numbered release. Gives the bot a publicId if it has none. If
 * the draft equals the newest release, no new release is made.
 *
 * @param isStrict whether to refuse a flow with errors. The document is then read
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the bot is archived or, if `isStrict`, its flow has errors
 */
export async function publishBot(
  botId: string,
  { isStrict = false }: { isStrict?: boolean },
  caller: Caller,
): Promise<Publication> {
  const origin = changeOrigin(caller);
  const access = accessToBot('editor', caller);
  const read = async (id: string): Promise<(StoredHead & { document?: BotDocument }) | undefined> =>
    isStrict ? await readBot(id, access) : await readBotHead(id);
  return rewriteBot(botId, read, async (bot) => {
    access(bot.head.workspaceId);
    assertNotArchived(bot.head);
    if (bot.document) assertNoErrors(bot.document, botId);
    if (bot.head.publicId !== null) return publishAs(bot, bot.head.publicId, origin);
    for (let attempt = 1; ; attempt++) {
      try {
        return await publishAs(bot, publicIdFromName(bot.stored.listed.name ?? ''), origin);
      } catch (error) {
        if (!(error instanceof ClaimTakenError) || attempt === MAX_PUBLIC_ID_ATTEMPTS) throw error;
      }
    }
  });
}

function assertNoErrors(document: BotDocument, botId: string): void {
  const errors = checkFlow(document, botId).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw new ServiceError('CONFLICT', 'The flow has errors, so it was not published', {
    issues: errors.map(({ path, message }) => ({ path, message })),
  });
}

async function publishAs(bot: StoredHead, publicId: string, origin: ChangeOrigin): Promise<Publication> {
  const head = withPublicId(bot.head, publicId);
  const digest = bot.stored.listed.contentDigest;
  const { release, isPublished } = releaseToPublish(head, digest);
  const { id: botId, workspaceId } = head;
  const change = { ...origin, action: 'publishBot' as const, workspaceId, botId, release };
  if (head.published && isPublished) {
    if (head !== bot.head) await saveHead(bot, head, change);
    return toPublication(publicId, head.published);
  }

  const now = new Date().toISOString();
  const published: PublishedHead = {
    id: head.published?.id ?? createId(),
    createdAt: head.published?.createdAt ?? now,
    publishedAt: now,
    release,
    digest,
  };
  await savePublication(bot, { ...head, lastRelease: release, releasedDigest: digest, published }, change);
  return toPublication(publicId, published);
}

/**
 * Gives the bot a publicId, and a new ETag and `updatedAt`. These distinguish a client that merely sends back
 * an earlier `publicId: null` from one that has seen the publicId and wants to remove it.
 */
function withPublicId(head: BotHead, publicId: string): BotHead {
  if (head.publicId === publicId) return head;
  const updatedAt = nextTimestamp(head.updatedAt);
  const givenPublicId = { at: updatedAt, draftUpdatedAt: head.updatedAt };
  return { ...head, publicId, updatedAt, revision: head.revision + 1, givenPublicId };
}

/**
 * Returns the number of the release to publish for a draft with this digest, and whether it is already
 * published. An unchanged draft reuses the published or the newest release. Otherwise a new release is made.
 */
export function releaseToPublish(head: BotHead, digest: string): { release: number; isPublished: boolean } {
  if (head.published?.digest === digest) return { release: head.published.release, isPublished: true };
  const isReleased = head.lastRelease > 0 && head.releasedDigest === digest;
  return { release: isReleased ? head.lastRelease : head.lastRelease + 1, isPublished: false };
}

function toPublication(publicId: string, { release, publishedAt }: PublishedHead): Publication {
  return { publicId, release, publishedAt };
}
