import type { BotHead } from '#lib/bots/document/bot-head.ts';
import { formatEtag } from '#lib/bots/present-bot.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** The state of the bot that a change claims to be based on. */
export type ChangeBase = {
  /** `updatedAt` of the bot that the change is based on. If the stored bot is newer, the change is a conflict. */
  updatedAt: string | undefined;
  /** Writes even if the stored bot is newer than `updatedAt`. */
  overwrite: boolean;
  /** ETag that the change is based on, for the strict conflict check. */
  ifMatch: string | undefined;
};

/**
 * Refuses a change that is based on an old state of the bot. When publishing generates the publicId, a client
 * editing the draft may not know about it, so an `updatedAt` from just before the publication is not a
 * conflict. `isFromBeforePublicId` handles the publicId that such a client sends.
 *
 * @throws PRECONDITION_FAILED if the ETag is stale, CONFLICT if `updatedAt` is stale
 */
export function assertNotStale(head: BotHead, { updatedAt, overwrite, ifMatch }: ChangeBase): void {
  if (ifMatch !== undefined && ifMatch.trim() !== '*') {
    const etags = ifMatch.split(',').map((etag) => etag.trim());
    if (!etags.includes(formatEtag(head))) {
      throw new ServiceError(
        'PRECONDITION_FAILED',
        'The bot has changed since the version given in If-Match',
      );
    }
  }
  if (overwrite || updatedAt === undefined) return;
  const { draftUpdatedAt } = head.givenPublicId ?? { draftUpdatedAt: head.updatedAt };
  if (Date.parse(updatedAt) < Date.parse(draftUpdatedAt)) {
    throw new ServiceError(
      'CONFLICT',
      `The bot has changed since the version sent: it was last updated at ${head.updatedAt}. ` +
        'Read it again, or send overwrite: true',
    );
  }
}

/**
 * Whether the change is based on the bot as it was before publishing generated its publicId. Such a client
 * merely sends back the `publicId: null` it read; it is not asking to remove the publicId.
 */
export function isFromBeforePublicId(head: BotHead, { updatedAt, overwrite }: ChangeBase): boolean {
  if (overwrite || updatedAt === undefined || head.givenPublicId === null) return false;
  return Date.parse(updatedAt) < Date.parse(head.updatedAt);
}
