import { createHash, randomUUID } from 'node:crypto';
import { createId } from '@paralleldrive/cuid2';
import { decodeDocument, type EncodedDocument, encodeDocument } from '#lib/store/document-codec.ts';
import {
  ConditionFailed,
  getItems,
  type Item,
  putItem,
  transact,
  unavailable,
  updateItem,
  writeItems,
} from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';

/*
 * There is one item for each key. It is taken before the work begins and holds the response afterwards. A
 * response that does not fit into the item is stored in parts, which are written before the item points to
 * them.
 */

/** How long the first response is kept for repeated requests. */
const ANSWER_LIFETIME_SECONDS = 24 * 60 * 60;

/** Parts outlive the item that points to them, so that no reader finds some of them missing. */
const PARTS_LIFETIME_SECONDS = ANSWER_LIFETIME_SECONDS + 60 * 60;

/** An item can have 400 KB. The rest is room for its other attributes. */
const MAX_BYTES_PER_ITEM = 380 * 1_024;

/** The response that a caller got. */
export type GivenAnswer = { body: string; headers: Record<string, string> };

/** An idempotency key in the form the table uses: the token that sent it, and the digest of its text. */
export type IdempotencyKey = { tokenId: string; keyDigest: string };

export type Taken =
  /**
   * The key is ours: do the work, then call `keepAnswer`, `freeKey` or `leaveKey`. What the work creates gets
   * the id `newId`, which is the same for every attempt, so that a later attempt finds what an earlier one
   * has created.
   */
  | { state: 'ours'; lockId: string; newId: string }
  /** Another request is doing the work right now. */
  | { state: 'running' }
  /** The key was used for a different request. */
  | { state: 'foreign' }
  | { state: 'answered'; answer: GivenAnswer };

type StoredAnswer = Pick<EncodedDocument, 'codec' | 'rawBytes'> &
  ({ bytes: Uint8Array; parts?: never } | { bytes?: never; parts: { id: string; count: number } });

export function toIdempotencyKey(tokenId: string, key: string): IdempotencyKey {
  return { tokenId, keyDigest: createHash('sha256').update(key).digest('hex') };
}

/**
 * Takes the key if it is free, or if an earlier attempt at the same request took it and did not respond in
 * time.
 *
 * @param fingerprint identifies the request. The same key with another fingerprint is refused
 * @param lockMs time after which the request that takes the key now cannot be running any more
 */
export async function takeKey(
  key: IdempotencyKey,
  fingerprint: string,
  lockMs: number,
  nowMs = Date.now(),
): Promise<Taken> {
  const lockId = randomUUID();
  const newId = createId();
  try {
    await putItem(
      {
        ...keys.idempotency(key.tokenId, key.keyDigest),
        fingerprint,
        lockId,
        newId,
        lockedUntilMs: nowMs + lockMs,
        expiresAt: secondsFromNow(ANSWER_LIFETIME_SECONDS, nowMs),
      },
      {
        expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        values: { ':now': Math.floor(nowMs / 1_000) },
      },
    );
    return { state: 'ours', lockId, newId };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const { item } = error;
    // The key was freed just after the condition failed. The caller tries again in a second.
    if (!item) return { state: 'running' };
    // The SDK repeats a request whose response was lost, and then finds its own write.
    if (item.lockId === lockId) return { state: 'ours', lockId, newId };
    if (item.fingerprint !== fingerprint) return { state: 'foreign' };
    if (item.answer !== undefined) {
      return { state: 'answered', answer: await loadAnswer(key, item.answer as StoredAnswer) };
    }
    if (Number(item.lockedUntilMs) > nowMs) return { state: 'running' };
    return await takeOver(key, item, { lockId, newId, lockedUntilMs: nowMs + lockMs });
  }
}

/** Takes the key of a request that has died. Keeps that request's `newId`. */
async function takeOver(
  key: IdempotencyKey,
  before: Item,
  taken: { lockId: string; newId: string; lockedUntilMs: number },
): Promise<Taken> {
  const { lockId } = taken;
  try {
    const item = await updateItem(keys.idempotency(key.tokenId, key.keyDigest), {
      expression:
        'SET lockId = :lockId, lockedUntilMs = :lockedUntilMs, newId = if_not_exists(newId, :newId)',
      values: {
        ':lockId': lockId,
        ':lockedUntilMs': taken.lockedUntilMs,
        ':newId': taken.newId,
        ':before': before.lockId,
      },
      condition: 'lockId = :before AND attribute_not_exists(answer)',
    });
    return { state: 'ours', lockId, newId: item.newId as string };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Again the SDK has found its own write.
    if (error.item?.lockId === lockId) return { state: 'ours', lockId, newId: error.item.newId as string };
    return { state: 'running' };
  }
}

/** Keeps the response for repeated requests. Does nothing if another request has taken over the key. */
export async function keepAnswer(key: IdempotencyKey, lockId: string, given: GivenAnswer): Promise<void> {
  const answer = await storeAnswer(key, given);
  await ifStillOurs(() =>
    updateItem(keys.idempotency(key.tokenId, key.keyDigest), {
      expression: 'SET answer = :answer, expiresAt = :expiresAt REMOVE lockedUntilMs',
      values: {
        ':answer': answer,
        ':expiresAt': secondsFromNow(ANSWER_LIFETIME_SECONDS),
        ':lockId': lockId,
      },
      condition: 'lockId = :lockId',
    }),
  );
}

/** Frees the key, so that the next request with it starts from scratch. */
export async function freeKey(key: IdempotencyKey, lockId: string): Promise<void> {
  await ifStillOurs(() =>
    transact([
      {
        delete: keys.idempotency(key.tokenId, key.keyDigest),
        condition: { expression: 'lockId = :lockId', values: { ':lockId': lockId } },
      },
    ]),
  );
}

/**
 * Lets the next attempt at the same request begin at once, with the same id. Used after a failure that leaves
 * it unknown how much of the work was done.
 */
export async function leaveKey(key: IdempotencyKey, lockId: string): Promise<void> {
  await ifStillOurs(() =>
    updateItem(keys.idempotency(key.tokenId, key.keyDigest), {
      expression: 'SET lockedUntilMs = :now',
      values: { ':now': Date.now(), ':lockId': lockId },
      condition: 'lockId = :lockId',
    }),
  );
}

async function ifStillOurs(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

async function storeAnswer(key: IdempotencyKey, given: GivenAnswer): Promise<StoredAnswer> {
  const { codec, rawBytes, bytes } = encodeDocument(given);
  if (bytes.byteLength <= MAX_BYTES_PER_ITEM) return { codec, rawBytes, bytes };
  const id = randomUUID();
  const count = Math.ceil(bytes.byteLength / MAX_BYTES_PER_ITEM);
  const expiresAt = secondsFromNow(PARTS_LIFETIME_SECONDS);
  await writeItems(
    partKeys(key, id, count).map((partKey, part) => ({
      put: {
        ...partKey,
        bytes: bytes.subarray(part * MAX_BYTES_PER_ITEM, (part + 1) * MAX_BYTES_PER_ITEM),
        expiresAt,
      },
    })),
  );
  return { codec, rawBytes, parts: { id, count } };
}

async function loadAnswer(key: IdempotencyKey, stored: StoredAnswer): Promise<GivenAnswer> {
  const { codec, rawBytes } = stored;
  const bytes = stored.bytes ?? (await loadParts(key, stored.parts));
  return decodeDocument({ codec, rawBytes, bytes }) as GivenAnswer;
}

async function loadParts(key: IdempotencyKey, { id, count }: { id: string; count: number }): Promise<Buffer> {
  const items = await getItems(partKeys(key, id, count));
  if (items.length < count) throw unavailable(new Error('A part of a kept answer is missing'));
  return Buffer.concat(items.toSorted(bySortKey).map((item) => item.bytes as Uint8Array));
}

function partKeys({ tokenId, keyDigest }: IdempotencyKey, partsId: string, count: number) {
  return Array.from({ length: count }, (_, part) => keys.idempotencyPart(tokenId, keyDigest, partsId, part));
}

function bySortKey(a: Item, b: Item): number {
  return String(a.sk) < String(b.sk) ? -1 : 1;
}

function secondsFromNow(seconds: number, nowMs = Date.now()): number {
  return Math.floor(nowMs / 1_000) + seconds;
}
