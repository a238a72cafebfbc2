import type { Caller } from '#lib/platform/auth/access.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { AuditAction } from './audit-actions.ts';

/** Someone who makes changes: the caller of an endpoint, or the operator using `bots operator`. */
export type Actor = Pick<Caller, 'tokenId' | 'tokenName' | 'sourceIp'> | 'operator';

/** An actor as stored with a change. */
export type StoredActor = { type: 'token'; tokenId: string; tokenName: string } | { type: 'operator' };

/** Origin of a change. A request has only one, even if it retries its writes. */
export type ChangeOrigin = {
  id: string;
  /** ISO time. */
  at: string;
  actor: StoredActor;
  /** IP address of the caller. Absent for the operator. */
  sourceIp?: string;
};

/** Operations on a bot's draft: their number by kind, and the ids of the first things that they changed. */
export type EditSummary = { counts: Record<string, number>; ids: string[] };

/** The things that were changed. Contains only ids, names of hosts and kinds of operations: no content, answers or secrets. */
export type ChangeSubject = {
  action: AuditAction;
  workspaceId: string;
  botId?: string;
  /** The release that was published, kept or restored. */
  release?: number;
  /** The operations that changed the draft. */
  edits?: EditSummary;
  /** The result that was deleted, if only one was. */
  resultId?: string;
  /** The token that was created or revoked. */
  tokenId?: string;
  /** The invitation that was created, revoked or accepted. */
  invitationId?: string;
  /** The host name that was registered or deleted. */
  domain?: string;
  /** The credentials that were put or deleted. */
  credentialsId?: string;
  credentialsKind?: string;
  /** The file that may be uploaded. */
  fileId?: string;
  /** The folder that was created, changed or deleted. With a bot: the deleted folder that it was in. */
  folderId?: string;
  /** The job that was started or cancelled. */
  jobId?: string;
  jobKind?: string;
};

/**
 * A change to be recorded in the audit trail. A single write stores it in its item's `change` attribute, and
 * the audit writer, which reads the table's stream, makes an entry from it. A transaction writes the entry
 * itself.
 */
export type Change = ChangeOrigin & ChangeSubject;

/**
 * Says who changes something, when, and from where. Each change gets an id.
 *
 * @example
 * changeOrigin('operator').actor; // { type: 'operator' }
 */
export function changeOrigin(by: Actor, now = new Date()): ChangeOrigin {
  const origin = { id: createId(), at: now.toISOString() };
  if (by === 'operator') return { ...origin, actor: { type: 'operator' } };
  const { tokenId, tokenName, sourceIp } = by;
  return {
    ...origin,
    actor: { type: 'token', tokenId, tokenName },
    ...(sourceIp !== undefined && { sourceIp }),
  };
}
