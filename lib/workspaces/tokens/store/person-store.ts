import { createHash } from 'node:crypto';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  type Condition,
  ConditionFailedError,
  getItem,
  type Item,
  type TransactionWrite,
  transact,
} from '#lib/platform/store/dynamodb.ts';
import { type Key, keys } from '#lib/platform/store/keys.ts';
import type { TokenInvitation, TokenSignIn } from './token.ts';

/**
 * Tokens that a person can have at the same time: one for each browser or tab. The next sign-in deletes one
 * that is no longer valid, or else the oldest.
 */
export const MAX_TOKENS_PER_PERSON = 10;

/** Sign-ins of a person within a minute. Each writes a token and an entry of the audit trail, and a script could go on. */
const MAX_SIGN_INS_PER_MINUTE = 30;

/** A person who signs in to a workspace with an identity provider. */
export type Person = {
  /** SHA-256 of issuer and subject, in hex. */
  digest: string;
  workspaceId: string;
  /** Changes with every write, so that a write notices another one. */
  revision: string;
  /** Digests of the person's tokens, newest first. Some may have expired. */
  tokenDigests: readonly string[];
  /** The invitation that the person has accepted, and the role from it. */
  invited?: { role: Role; invitation: TokenInvitation };
  /** Grant of the last sign-in. */
  granted: PersonGrant;
  /** Number of sign-ins in the minute that began at `since`, in epoch seconds. */
  recent?: { since: number; count: number };
};

/** A role, and what it comes from. */
export type PersonGrant = { role: Role; by: TokenSignIn['grantedBy'] };

/** Returns the digest that identifies a person. Subjects are unique only within their issuer. */
export function hashPerson(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

export async function readPerson(workspaceId: string, digest: string): Promise<Person | undefined> {
  const item = await getItem(keys.person(workspaceId, digest));
  if (!item) return undefined;
  const { revision, tokenDigests, invited, granted, recent } = item as Omit<Person, 'digest' | 'workspaceId'>;
  const known = { digest, workspaceId, revision, tokenDigests, granted };
  return { ...known, ...(invited && { invited }), ...(recent && { recent }) };
}

/** @throws TOO_MANY_REQUESTS if the person has signed in too often just now */
export function checkSignInRate(person: Person | undefined, now: Date): void {
  if (countRecent(person, now).count < MAX_SIGN_INS_PER_MINUTE) return;
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `You have signed in ${MAX_SIGN_INS_PER_MINUTE} times within a minute; please wait for another one`,
    { retryAfterSeconds: 60 },
  );
}

function countRecent(person: Person | undefined, now: Date): { since: number; count: number } {
  const nowSeconds = toEpochSeconds(now);
  const recent = person?.recent;
  return recent && nowSeconds - recent.since < 60 ? recent : { since: nowSeconds, count: 0 };
}

/** Returns the digest of the person whose sign-in created this token, if a sign-in did. */
export async function findPersonOfToken(tokenDigest: string): Promise<string | undefined> {
  const { personDigest } = (await getItem(keys.token(tokenDigest))) ?? {};
  return typeof personDigest === 'string' ? personDigest : undefined;
}

export type NewPersonToken = Pick<Person, 'digest' | 'workspaceId' | 'invited' | 'granted'> & {
  /** Item of the new token. */
  token: Item;
  /** SHA-256 of the new token, in hex. */
  tokenDigest: string;
  /** A token of the person that has to be valid. */
  validDigest?: string | undefined;
  now: Date;
};

/**
 * Makes room for another token of a person who has as many as possible: deletes the oldest one that is no longer valid.
 * `addTokenWrites` then replaces no token that is in use.
 *
 * @returns the person without that token, or as it was if all tokens are valid
 */
export async function dropInvalidToken(person: Person, now: Date): Promise<Person> {
  if (person.tokenDigests.length < MAX_TOKENS_PER_PERSON) return person;
  for (const dropped of person.tokenDigests.toReversed()) {
    try {
      await transact([
        {
          delete: keys.token(dropped),
          condition: {
            expression: 'attribute_not_exists(pk) OR attribute_exists(revokedAt) OR expiresAt <= :now',
            values: { ':now': toEpochSeconds(now) },
          },
        },
      ]);
      return { ...person, tokenDigests: person.tokenDigests.filter((digest) => digest !== dropped) };
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
  return person;
}

/**
 * Returns the writes that give a person another token, for the transaction of a sign-in. The first one fails if the person
 * was changed since `person` was read, and the second one if the token `validDigest` is not valid. If the sign-in grants
 * something else than the last one, the person's other tokens end, because they have what was granted before.
 *
 * @param person as read before. Undefined for one who is new
 */
export function addTokenWrites(person: Person | undefined, added: NewPersonToken): TransactionWrite[] {
  const { digest, workspaceId, invited, granted, token, tokenDigest, validDigest, now } = added;
  const isSameGrant = person?.granted.role === granted.role && person.granted.by === granted.by;
  const others = person?.tokenDigests ?? [];
  const staying = isSameGrant ? others.slice(0, MAX_TOKENS_PER_PERSON - 1) : [];
  const replaced = others.slice(staying.length);
  const isValid = { condition: requireValid(now) };
  const checks: TransactionWrite[] = [];
  const { since, count } = countRecent(person, now);
  if (validDigest !== undefined) {
    // A transaction takes one write for each item, so a token that is deleted is checked there.
    const key = keys.token(validDigest);
    checks.push(replaced.includes(validDigest) ? { delete: key, ...isValid } : { check: key, ...isValid });
  }
  return [
    {
      put: {
        ...keys.person(workspaceId, digest),
        workspaceId,
        revision: createId(),
        tokenDigests: [tokenDigest, ...staying],
        invited,
        granted,
        recent: { since, count: count + 1 },
        // The newest token by claim ends last. One by invitation is renewed while it is used.
        ...(granted.by === 'claim' && { expiresAt: token.expiresAt }),
      },
      condition: requireUnchanged(person, now),
    },
    ...checks,
    { put: token },
    ...replaced.filter((one) => one !== validDigest).map((one) => ({ delete: keys.token(one) })),
  ];
}

function requireValid(now: Date): Condition {
  return {
    expression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt) AND expiresAt > :now',
    values: { ':now': toEpochSeconds(now) },
  };
}

/**
 * Ends the access of a person: revokes all tokens, and forgets the person, so that an invitation that was accepted no
 * longer gives a token.
 *
 * @param revoke revokes the token with this key, if it still exists
 */
export async function endPerson(
  workspaceId: string,
  digest: string,
  revoke: (key: Key) => Promise<void>,
): Promise<void> {
  for (;;) {
    const person = await readPerson(workspaceId, digest);
    if (!person) return;
    // One after the other: there are ten at most.
    for (const tokenDigest of person.tokenDigests) await revoke(keys.token(tokenDigest));
    try {
      await transact([
        { delete: keys.person(workspaceId, digest), condition: requireUnchanged(person, new Date()) },
      ]);
      return;
    } catch (error) {
      // The person has signed in meanwhile, and has one more token.
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
}

/** An expired person is absent, although DynamoDB deletes the item up to days later. */
function requireUnchanged(person: Person | undefined, now: Date): Condition {
  return person === undefined
    ? {
        expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        values: { ':now': toEpochSeconds(now) },
      }
    : { expression: 'revision = :revision', values: { ':revision': person.revision } };
}

function toEpochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
