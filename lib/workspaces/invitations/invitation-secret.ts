import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The ids of the workspace and the invitation, and 43 characters of base64url for 256 random bits. */
const SECRET = /^inv_([A-Za-z0-9_-]{1,128})\.([A-Za-z0-9_-]{1,128})\.[A-Za-z0-9_-]{43}$/;

/** Returns a new secret. It names its invitation, so that accepting it takes one read. */
export function generateInvitationSecret(workspaceId: string, invitationId: string): string {
  return `inv_${workspaceId}.${invitationId}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** Returns the ids that a secret names, or undefined if the text cannot be a secret. */
export function parseInvitationSecret(
  secret: string,
): { workspaceId: string; invitationId: string } | undefined {
  const [, workspaceId, invitationId] = SECRET.exec(secret) ?? [];
  return workspaceId === undefined || invitationId === undefined ? undefined : { workspaceId, invitationId };
}

/** Returns the SHA-256 in hex, the only form in which a secret is stored. */
export function hashInvitationSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
