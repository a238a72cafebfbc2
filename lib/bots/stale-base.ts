import { ServiceError } from '#lib/errors/service-error.ts';
import { type BotHead, formatEtag } from './document/bot-head.ts';

/** What a change says it is based on. */
export type ChangeBase = {
  /** `updatedAt` of the bot that the change starts from: an older one than what is stored is a conflict. */
  updatedAt: string | undefined;
  /** Write although the stored bot is newer than `updatedAt`. */
  overwrite: boolean;
  /** The ETag that the change is based on: the strict form of the conflict check. */
  ifMatch: string | undefined;
};

/**
 * A publicId that publishing has given is a change that whoever saves the draft did not make and need not know of: an
 * `updatedAt` from just before it is no conflict. What such a client says of the publicId is another matter: see
 * `isFromBeforePublicId`.
 *
 * @throws PRECONDITION_FAILED for an ETag, CONFLICT for an `updatedAt` that is stale
 */
export function assertNotStale(head: BotHead, { updatedAt, overwrite, ifMatch }: ChangeBase): void {
  if (ifMatch !== undefined && ifMatch.trim() !== '*') {
    const etags = ifMatch.split(',').map((etag) => etag.trim());
    if (!etags.includes(formatEtag(head))) {
      throw new ServiceError(
        'PRECONDITION_FAILED',
        'The bot has changed since the version named by If-Match',
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
 * Whether the change is based on the bot as it was before publishing gave it its publicId. It had none then, so
 * `publicId: null` is what was read and not a wish.
 */
export function isFromBeforePublicId(head: BotHead, { updatedAt, overwrite }: ChangeBase): boolean {
  if (overwrite || updatedAt === undefined || head.givenPublicId === null) return false;
  return Date.parse(updatedAt) < Date.parse(head.updatedAt);
}
