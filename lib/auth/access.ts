import { ServiceError } from '#lib/errors/service-error.ts';
import { includesRole, isRole, type Role } from './role.ts';

/** The caller, as the authorizer identified it. */
export type Caller = {
  tokenId: string;
  /** Workspace id → role. A map, because a workspace id in a request may be any text, even `constructor`. */
  grants: ReadonlyMap<string, Role>;
  /** When the token expires. Absent if it never does. */
  expiresAt?: Date;
};

/**
 * Reads the caller from `event.requestContext.authorizer`: `tokenId`, `grants` as the JSON text of an object
 * workspace id → role, and `expiresAt` in epoch seconds if the token expires.
 *
 * @throws a plain Error if it is missing or malformed. Then the endpoint is not behind the authorizer, which
 *   is a fault in the setup of the API and never the client's.
 */
export function toCaller(authorizerContext: Record<string, unknown> | null | undefined): Caller {
  const { tokenId, grants, expiresAt } = authorizerContext ?? {};
  if (typeof tokenId !== 'string' || tokenId === '' || typeof grants !== 'string') {
    throw new Error('The request did not come through the authorizer');
  }
  return {
    tokenId,
    grants: parseGrants(grants),
    ...(expiresAt !== undefined && { expiresAt: parseExpiry(expiresAt) }),
  };
}

function parseExpiry(seconds: unknown): Date {
  if (typeof seconds !== 'string' || !/^\d{1,12}$/.test(seconds)) {
    throw new Error('The authorizer sent an expiry that is not in epoch seconds');
  }
  return new Date(Number(seconds) * 1_000);
}

function parseGrants(json: string): Map<string, Role> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error('The authorizer sent grants that are not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('The authorizer sent grants that are not an object');
  }
  const grants = new Map<string, Role>();
  for (const [workspaceId, role] of Object.entries(parsed)) {
    if (!isRole(role)) throw new Error('The authorizer sent an unknown role');
    grants.set(workspaceId, role);
  }
  return grants;
}

/**
 * Checks that the caller has at least `neededRole` in the workspace.
 *
 * @param absent thrown if the caller has no grant in the workspace. It is the NOT_FOUND that the endpoint
 *   returns for something that does not exist, so that other people's workspaces look as if they did not
 *   exist.
 * @throws FORBIDDEN if the caller's role in the workspace is not enough
 */
export function requireRole(
  caller: Caller,
  workspaceId: string,
  neededRole: Role,
  absent: ServiceError,
): void {
  const held = caller.grants.get(workspaceId);
  if (held === undefined) throw absent;
  if (!includesRole(held, neededRole)) {
    throw new ServiceError(
      'FORBIDDEN',
      `This needs the role ${neededRole} in the workspace; the token has the role ${held}`,
    );
  }
}

/** The workspaces in which the caller is an admin. */
export function adminWorkspaces({ grants }: Caller): string[] {
  return [...grants].filter(([, role]) => role === 'admin').map(([workspaceId]) => workspaceId);
}
