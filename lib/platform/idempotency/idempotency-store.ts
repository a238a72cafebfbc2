import { createHash, randomUUID } from 'node:crypto';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  decodeDocument,
  type EncodedDocument,
  encodeDocument,
  MAX_INLINE_BYTES,
} from '#lib/platform/store/document-codec.ts';
import {
  ConditionFailedError,
  getItems,
  type Item,
  putItem,
  transact,
  unavailable,
  updateItem,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';

/*
 * There is one item per key, taken before the work begins and holding the response afterwards. A response too
 * large for the item is stored in parts, which are written before the item points to them.
 */

/** How long a response is saved for replay. */
const RESPONSE_LIFETIME_SECONDS = 24 * 60 * 60;

/** Parts outlive the item that points to them, so that readers never find some of them missing. */
const PARTS_LIFETIME_SECONDS = RESPONSE_LIFETIME_SECONDS + 60 * 60;

/** A response already sent to the caller. */
export type GivenResponse = { body: string; headers: Record<string, string> };

/** An idempotency key as stored: the ID of the token it was sent with, and a digest of the key. */
export type IdempotencyKey = { tokenId: string; keyDigest: string };

export type Taken =
  /**
   * The key is ours: do the work, then call `keepResponse`, `freeKey` or `leaveKey`. Whatever the work creates
   * gets the id `newId`, which is the same in every attempt, so that a later attempt finds what an earlier one
   * created.
   */
  | { state: 'ours'; lockId: string; newId: string }
  /** Another request is currently doing the work. */
  | { state: 'running' }
  /** The key was used for a different request. */
  | { state: 'foreign' }
  | { state: 'done'; response: GivenResponse };

type StoredResponse = Pick<EncodedDocument, 'codec' | 'rawBytes'> &
  ({ bytes: Uint8Array; parts?: never } | { bytes?: never; parts: { id: string; count: number } });

export function toIdempotencyKey(tokenId: string, key: string): IdempotencyKey {
  return { tokenId, keyDigest: createHash('sha256').update(key).digest('hex') };
}

/**
 * Takes the key if it is free, or if an earlier attempt at the same request took it and died.
 *
 * @param fingerprint identifies the request; the same key with another fingerprint is refused
 * @param lockMs time after which the request taking the key now can no longer be running
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
        expiresAt: secondsFromNow(RESPONSE_LIFETIME_SECONDS, nowMs),
      },
      {
        expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        values: { ':now': Math.floor(nowMs / 1_000) },
      },
    );
    return { state: 'ours', lockId, newId };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const { item } = error;
    // The key was freed just after the condition failed. The caller will retry in a second.
    if (!item) return { state: 'running' };
    // The SDK retried after a lost response and found its own write.
    if (item.lockId === lockId) return { state: 'ours', lockId, newId };
    if (item.fingerprint !== fingerprint) return { state: 'foreign' };
    if (item.answer !== undefined) {
      return { state: 'done', response: await loadResponse(key, item.answer as StoredResponse) };
    }
    if (Number(item.lockedUntilMs) > nowMs) return { state: 'running' };
    return await takeOver(key, item, { lockId, newId, lockedUntilMs: nowMs + lockMs });
  }
}

/** Takes over the key of a request that died, keeping its `newId`. */
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
    if (!(error instanceof ConditionFailedError)) throw error;
    // The SDK retried after a lost response and found its own write.
    if (error.item?.lockId === lockId) return { state: 'ours', lockId, newId: error.item.newId as string };
    return { state: 'running' };
  }
}

/** Saves the response for repeated requests. No-op if another request has taken over the key. */
export async function keepResponse(key: IdempotencyKey, lockId: string, given: GivenResponse): Promise<void> {
  const stored = await storeResponse(key, given);
  await writeIfStillOurs(() =>
    updateItem(keys.idempotency(key.tokenId, key.keyDigest), {
      expression: 'SET answer = :answer, expiresAt = :expiresAt REMOVE lockedUntilMs',
      values: {
        ':answer': stored,
        ':expiresAt': secondsFromNow(RESPONSE_LIFETIME_SECONDS),
        ':lockId': lockId,
      },
      condition: 'lockId = :lockId',
    }),
  );
}

/** Frees the key, so that the next request with it starts over. */
export async function freeKey(key: IdempotencyKey, lockId: string): Promise<void> {
  await writeIfStillOurs(() =>
    transact([
      {
        delete: keys.idempotency(key.tokenId, key.keyDigest),
        condition: { expression: 'lockId = :lockId', values: { ':lockId': lockId } },
      },
    ]),
  );
}

/**
 * Lets the next attempt at the same request begin immediately, with the same id. Used after failures that may
 * have left the work half done.
 */
export async function leaveKey(key: IdempotencyKey, lockId: string): Promise<void> {
  await writeIfStillOurs(() =>
    updateItem(keys.idempotency(key.tokenId, key.keyDigest), {
      expression: 'SET lockedUntilMs = :now',
      values: { ':now': Date.now(), ':lockId': lockId },
      condition: 'lockId = :lockId',
    }),
  );
}

async function writeIfStillOurs(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

async function storeResponse(key: IdempotencyKey, given: GivenResponse): Promise<StoredResponse> {
  const { codec, rawBytes, bytes } = encodeDocument(given);
  if (bytes.byteLength <= MAX_INLINE_BYTES) return { codec, rawBytes, bytes };
  const id = randomUUID();
  const count = Math.ceil(bytes.byteLength / MAX_INLINE_BYTES);
  const expiresAt = secondsFromNow(PARTS_LIFETIME_SECONDS);
  await writeItems(
    partKeys(key, id, count).map((partKey, part) => ({
      put: {
        ...partKey,
        bytes: bytes.subarray(part * MAX_INLINE_BYTES, (part + 1) * MAX_INLINE_BYTES),
        expiresAt,
      },
    })),
  );
  return { codec, rawBytes, parts: { id, count } };
}

async function loadResponse(key: IdempotencyKey, stored: StoredResponse): Promise<GivenResponse> {
  const { codec, rawBytes } = stored;
  const bytes = stored.bytes ?? (await loadParts(key, stored.parts));
  return decodeDocument({ codec, rawBytes, bytes }) as GivenResponse;
}

async function loadParts(key: IdempotencyKey, { id, count }: { id: string; count: number }): Promise<Buffer> {
  const items = await getItems(partKeys(key, id, count));
  if (items.length < count) throw unavailable(new Error('A part of a saved response is missing'));
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
