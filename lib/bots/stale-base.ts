import { ServiceError } from '#lib/errors/service-error.ts';
import { type BotHead, formatEtag } from './document/bot-head.ts';

/** The state of the bot that a change says it is based on. */
export type ChangeBase = {
  /** `updatedAt` of the bot that the change is based on. It is a conflict if the stored bot is newer. */
  updatedAt: string | undefined;
  /** Writes even if the stored bot is newer than `updatedAt`. */
  overwrite: boolean;
  /** The ETag that the change is based on: the strict form of the conflict check. */
  ifMatch: string | undefined;
};

/**
 * Refuses a change that is based on an old state of the bot. When publishing gives a bot its publicId, a
 * client that saves the draft did not make that change and need not know of it, so an `updatedAt` from just
 * before it is not a conflict. `isFromBeforePublicId` deals with the publicId that such a client sends.
 *
 * @throws PRECONDITION_FAILED if the ETag is stale, CONFLICT if `updatedAt` is stale
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
 * Whether the change is based on the bot as it was before publishing gave it its publicId. The bot had none
 * then, so the client sends back the `publicId: null` that it read and does not ask to remove the publicId.
 */
export function isFromBeforePublicId(head: BotHead, { updatedAt, overwrite }: ChangeBase): boolean {
  if (overwrite || updatedAt === undefined || head.givenPublicId === null) return false;
  return Date.parse(updatedAt) < Date.parse(head.updatedAt);
}
