import type { BotHead } from '#lib/bots/document/bot-head.ts';
import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import {
  type Condition,
  ConditionFailedError,
  type Item,
  putItem,
  type TransactionWrite,
  transact,
} from '#lib/platform/store/dynamodb.ts';
import { type ClaimField, ClaimTakenError, type ClaimWrite, claimWrites } from './bot-claims.ts';
import { headItem, type ItemState, type StoredHead } from './bot-item.ts';
import { discardParts, type StoredDocument } from './document-parts.ts';

/*
 * Every write of a bot's item is conditional on `writes`, a counter of those writes, so that no writer
 * overwrites a change it has not read. `revision` would not do: it counts only changes to the draft, because
 * publishing must not make a client's ETag stale.
 */

/** Thrown if the bot has changed since it was read. Read it again. */
export class BotChangedError extends Error {
  constructor(cause: ConditionFailedError) {
    super('The bot was changed by somebody else', { cause });
    this.name = 'BotChangedError';
  }
}

/**
 * Stores the change in the item, so that we can recognize our own write: when a response is lost, the SDK
 * retries, and the condition then fails because the first attempt succeeded. (Transactions have an idempotency
 * token for that.)
 */
async function putOnce(item: Item, condition: Condition, change: Change): Promise<void> {
  try {
    await putItem({ ...item, change }, condition);
  } catch (error) {
    const isOurs =
      error instanceof ConditionFailedError && (error.item?.change as Change | undefined)?.id === change.id;
    if (!isOurs) throw error;
  }
}

/**
 * Deletes a document's parts if its item was definitely not written. Keeps the parts after any other error,
 * because the item may have been written and refer to them. Orphaned parts only cost some storage.
 */
export async function discardUnlessWritten(
  botId: string,
  document: StoredDocument,
  error: unknown,
): Promise<void> {
  const refusal = error instanceof BotChangedError || error instanceof ClaimTakenError ? error.cause : error;
  if (refusal instanceof ConditionFailedError && refusal.isSure) await discardParts(botId, document);
}

/**
 * Atomically writes the bot's item and everything that has to change with it. A transaction also writes the
 * audit entry. A single write does not, because a transaction just for the entry would double its cost.
 *
 * @throws BotChangedError, ClaimTakenError
 */
export async function writeItem(
  before: StoredHead,
  head: BotHead,
  state: Omit<ItemState, 'writes'>,
  also: TransactionWrite[],
  change: Change,
): Promise<void> {
  const condition = { expression: 'writes = :writes', values: { ':writes': before.stored.writes } };
  const item = headItem(head, { ...state, writes: before.stored.writes + 1 });
  const refusal = await writeWithClaims(
    { put: item, condition },
    claimWrites(before.head, head),
    also,
    change,
  );
  if (!refusal) return;
  const { error, takenField } = refusal;
  throw takenField === undefined ? new BotChangedError(error) : new ClaimTakenError(takenField, error);
}

/** Why a bot's item was not written: another bot has one of its names, or else the item's condition failed. */
type Refusal = { error: ConditionFailedError; takenField: ClaimField | undefined };

/** Returns undefined if everything was written. */
export async function writeWithClaims(
  { put, condition }: { put: Item; condition: Condition },
  claims: ClaimWrite[],
  also: TransactionWrite[],
  change: Change,
): Promise<Refusal | undefined> {
  try {
    if (claims.length === 0 && also.length === 0) {
      await putOnce(put, condition, change);
    } else {
      await transact([
        { put, condition },
        ...claims.map((claim) => claim.write),
        ...also,
        auditWrite(change),
      ]);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return { error, takenField: claims[error.index - 1]?.field };
  }
}
