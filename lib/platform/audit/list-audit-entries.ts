import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { type AuditQuery, readAuditPage } from './audit-store.ts';
import type { Change } from './change.ts';

/**
 * Returns a page of a workspace's audit trail, newest first.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, BAD_REQUEST if the cursor is invalid
 */
export async function listAuditEntries(query: AuditQuery, caller: Caller) {
  requireRole(query.workspaceId, 'admin', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const { items, nextCursor } = await readAuditPage(query);
  return { entries: items.map(present), ...(nextCursor !== undefined && { nextCursor }) };
}

function present({
  id,
  at,
  action,
  actor,
  sourceIp,
  botId,
  release,
  edits,
  resultId,
  tokenId,
  invitationId,
  domain,
  ...others
}: Change) {
  const token = actor.type === 'token' ? actor : { tokenId: null, tokenName: null };
  return {
    id,
    at,
    action,
    actor: { type: actor.type, tokenId: token.tokenId, tokenName: token.tokenName },
    sourceIp: sourceIp ?? null,
    botId: botId ?? null,
    release: release ?? null,
    edits: edits ?? null,
    resultId: resultId ?? null,
    tokenId: tokenId ?? null,
    invitationId: invitationId ?? null,
    domain: domain ?? null,
    credentialsId: others.credentialsId ?? null,
    credentialsKind: others.credentialsKind ?? null,
    fileId: others.fileId ?? null,
    folderId: others.folderId ?? null,
    jobId: others.jobId ?? null,
    jobKind: others.jobKind ?? null,
  };
}
