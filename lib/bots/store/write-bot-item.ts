import { randomUUID } from 'node:crypto';
import type { BotHead } from '#lib/bots/document/bot-head.ts';
import { discardParts, type StoredDocument } from '#lib/store/document-parts.ts';
import {
  type Condition,
  ConditionFailed,
  type Item,
  putItem,
  type TransactionWrite,
  transact,
} from '#lib/store/dynamodb.ts';
import { ClaimTaken, type ClaimWrite, claimWrites } from './bot-claims.ts';
import { headItem, type ItemState, type StoredHead } from './bot-item.ts';

/*
 * Every write of a bot's item is conditional on `writes`, a counter of those writes, so that a writer never
 * overwrites a change it has not read. `revision` would not do: it only counts changes of the draft, because
 * publishing must not make a client's ETag stale.
 */

/** The bot was changed after it was read and must be read again. */
export class BotChanged extends Error {
  constructor(cause: ConditionFailed) {
    super('The bot was changed by somebody else', { cause });
    this.name = 'BotChanged';
  }
}

/** The bot that was to be created exists already. */
export class BotExists extends Error {
  constructor(cause: BotChanged) {
    super('There is a bot with this id', { cause });
    this.name = 'BotExists';
  }
}

/**
 * Puts an item and recognises its own write. The SDK repeats a request whose response was lost, and then the
 * condition fails because of the item we have just written ourselves. (A transaction has a token for that.)
 */
async function putOnce(item: Item, condition: Condition): Promise<void> {
  const writeId = randomUUID();
  try {
    await putItem({ ...item, writeId }, condition);
  } catch (error) {
    if (!(error instanceof ConditionFailed && error.item?.writeId === writeId)) throw error;
  }
}

/**
 * Deletes the parts of a document if its item was certainly not written. After any other error that is
 * unknown, and parts that an item points to must stay. Parts that nothing points to only cost some storage.
 */
export async function discardUnlessWritten(
  botId: string,
  document: StoredDocument,
  error: unknown,
): Promise<void> {
  const refusal = error instanceof BotChanged || error instanceof ClaimTaken ? error.cause : error;
  if (refusal instanceof ConditionFailed && refusal.isSure) await discardParts(botId, document);
}

/**
 * Writes the bot's item and everything that has to change with it, all or nothing.
 *
 * @throws BotChanged, ClaimTaken
 */
export async function writeItem(
  before: StoredHead,
  head: BotHead,
  state: Omit<ItemState, 'writes'>,
  also: TransactionWrite[],
): Promise<void> {
  const condition = { expression: 'writes = :writes', values: { ':writes': before.stored.writes } };
  const item = headItem(head, { ...state, writes: before.stored.writes + 1 });
  await writeWithClaims({ put: item, condition }, claimWrites(before.head, head), also);
}

export async function writeWithClaims(
  { put, condition }: { put: Item; condition: Condition },
  claims: ClaimWrite[],
  also: TransactionWrite[],
): Promise<void> {
  try {
    if (claims.length === 0 && also.length === 0) {
      await putOnce(put, condition);
    } else {
      await transact([{ put, condition }, ...claims.map((claim) => claim.write), ...also]);
    }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const field = claims[error.index - 1]?.field;
    throw field === undefined ? new BotChanged(error) : new ClaimTaken(field, error);
  }
}
