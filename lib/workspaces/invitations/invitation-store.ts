import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import {
  ConditionFailedError,
  getItem,
  getItems,
  type Item,
  isExpired,
  queryAll,
  type TransactionWrite,
  transact,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { isId, type Key, keys } from '#lib/platform/store/keys.ts';
import type { Invitation } from './invitation.ts';

/** An invitation with what is stored of secrets. Never leaves the domain. */
export type StoredInvitation = Invitation & {
  /** SHA-256 of the secret, in hex. */
  secretDigest: string;
  /** SHA-256 of the token that created it, in hex: the key of that token. */
  creatorDigest: string;
  /** Digest of the person who created it, if the token is that of a sign-in. Such a token ends with a later sign-in. */
  creatorPerson?: string;
};

/** @returns false if its creator's token has ended, or the workspace is being erased */
export async function insertInvitation(invitation: StoredInvitation, change: Change): Promise<boolean> {
  return await tryTransaction([
    { put: toItem(invitation) },
    checkToken(invitation, new Date(invitation.createdAt)),
    checkWorkspace(invitation.workspaceId),
    auditWrite(change),
  ]);
}

/** Returns undefined if there is no such invitation, or it has expired. */
export async function readInvitation(
  workspaceId: string,
  invitationId: string,
): Promise<StoredInvitation | undefined> {
  if (!isId(workspaceId) || !isId(invitationId)) return undefined;
  const item = await getItem(keys.invitation(workspaceId, invitationId));
  return item && toInvitation(item);
}

/**
 * Reads the invitations of a workspace, newest first.
 *
 * @returns those that can be accepted, and those whose creator's access has ended
 */
export async function readInvitations(
  workspaceId: string,
  now = new Date(),
): Promise<{ pending: StoredInvitation[]; ended: StoredInvitation[] }> {
  const items = await queryAll({
    keyCondition: 'pk = :invitations',
    values: { ':invitations': keys.invitationPartition(workspaceId) },
  });
  const invitations = items.map(toInvitation).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const creatorKeys = new Map(invitations.map(getCreatorKey).map((key) => [formatKey(key), key]));
  const creators = await getItems(
    [...creatorKeys.values()],
    ['pk', 'sk', 'grants', 'granted', 'revokedAt', 'expiresAt'],
  );
  const valid = new Set(creators.filter((creator) => isAdmin(creator, workspaceId, now)).map(formatKey));
  const isPending = (invitation: StoredInvitation) => valid.has(formatKey(getCreatorKey(invitation)));
  return {
    pending: invitations.filter(isPending),
    ended: invitations.filter((invitation) => !isPending(invitation)),
  };
}

/** @returns false if somebody has accepted or revoked it in the meantime */
export async function removeInvitation(
  { workspaceId, id }: Pick<Invitation, 'workspaceId' | 'id'>,
  change: Change,
): Promise<boolean> {
  return await tryTransaction([
    { delete: keys.invitation(workspaceId, id), condition: { expression: 'attribute_exists(pk)' } },
    auditWrite(change),
  ]);
}

/** Deletes invitations that nobody can accept any more, without audit entries. */
export async function dropInvitations(invitations: StoredInvitation[]): Promise<void> {
  await writeItems(invitations.map(({ workspaceId, id }) => ({ delete: keys.invitation(workspaceId, id) })));
}

/**
 * Exchanges an invitation for a token, in one transaction: of several people who accept it at once, one gets a token.
 *
 * @param token item of the token
 * @returns false if the invitation was accepted, revoked or replaced in the meantime, its creator's access has ended,
 *   or the workspace is being erased
 */
export async function exchangeInvitation(
  invitation: StoredInvitation,
  { token, change, now }: { token: Item; change: Change; now: Date },
): Promise<boolean> {
  return await tryTransaction([
    ...useInvitationWrites(invitation, now),
    checkWorkspace(invitation.workspaceId),
    { put: token },
    auditWrite(change),
  ]);
}

/**
 * Returns the writes that use an invitation up, for the transaction that gives a token for it. One of them fails if the
 * invitation was accepted, revoked or replaced in the meantime, or its creator's access has ended.
 *
 * @param checkedPerson digest of a person whose access another write of the transaction depends on
 */
export function useInvitationWrites(
  invitation: StoredInvitation,
  now: Date,
  checkedPerson?: string,
): TransactionWrite[] {
  const { workspaceId, id, secretDigest, creatorPerson } = invitation;
  return [
    {
      delete: keys.invitation(workspaceId, id),
      condition: {
        expression: 'secretDigest = :digest AND expiresAt > :now',
        values: { ':digest': secretDigest, ':now': toEpochSeconds(now) },
      },
    },
    // A transaction takes one write for each item.
    ...(creatorPerson !== undefined && creatorPerson === checkedPerson
      ? []
      : [checkCreator(invitation, now)]),
  ];
}

/** @returns false if a condition failed, so that nothing was written */
async function tryTransaction(writes: TransactionWrite[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** Requires in a transaction what `isAdmin` tells of an item that was read. */
function checkCreator(invitation: StoredInvitation, now: Date): TransactionWrite {
  if (invitation.creatorPerson === undefined) return checkToken(invitation, now);
  return {
    check: getCreatorKey(invitation),
    condition: {
      expression: 'granted.#role = :admin AND (attribute_not_exists(expiresAt) OR expiresAt > :now)',
      names: { '#role': 'role' },
      values: { ':admin': 'admin', ':now': toEpochSeconds(now) },
    },
  };
}

/** Returns the key of the item that an invitation ends with: the person who created it, or else the token. */
function getCreatorKey({ workspaceId, creatorDigest, creatorPerson }: StoredInvitation): Key {
  return creatorPerson === undefined ? keys.token(creatorDigest) : keys.person(workspaceId, creatorPerson);
}

function formatKey({ pk, sk }: Item | Key): string {
  return `${pk} ${sk}`;
}

function checkToken({ workspaceId, creatorDigest }: StoredInvitation, now: Date): TransactionWrite {
  return {
    check: keys.token(creatorDigest),
    condition: {
      expression:
        'grants.#workspace = :admin AND attribute_not_exists(revokedAt) AND ' +
        '(attribute_not_exists(expiresAt) OR expiresAt > :now)',
      names: { '#workspace': workspaceId },
      values: { ':admin': 'admin', ':now': toEpochSeconds(now) },
    },
  };
}

function isAdmin(creator: Item, workspaceId: string, now: Date): boolean {
  const { grants, granted } = creator as {
    /** Only a token has them. */
    grants?: Record<string, Role | undefined>;
    /** Only a person has one. */
    granted?: { role: Role };
  };
  const role = granted?.role ?? grants?.[workspaceId];
  return role === 'admin' && creator.revokedAt === undefined && !isExpired(creator, now.getTime());
}

/** Requires in a transaction that the workspace exists and is not being erased. */
export function checkWorkspace(workspaceId: string): TransactionWrite {
  return {
    check: keys.workspace(workspaceId),
    condition: { expression: 'attribute_exists(pk) AND attribute_not_exists(erasedSince)' },
  };
}

function toItem({ workspaceId, id, expiresAt, ...others }: StoredInvitation): Item & Key {
  return {
    ...keys.invitation(workspaceId, id),
    workspaceId,
    id,
    ...others,
    expiresAt: toEpochSeconds(new Date(expiresAt)),
  };
}

function toInvitation({ pk: _, sk: __, expiresAt, ...others }: Item): StoredInvitation {
  return {
    ...(others as Omit<StoredInvitation, 'expiresAt'>),
    expiresAt: new Date(Number(expiresAt) * 1_000).toISOString(),
  };
}

function toEpochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
