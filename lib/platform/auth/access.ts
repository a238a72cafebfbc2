import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { includesRole, isRole, type Role } from './role.ts';

/** The caller as identified by the authorizer. */
export type Caller = {
  tokenId: string;
  /** Empty for a token that an older authorizer let in, which API Gateway remembers for a minute. */
  tokenName: string;
  /** IP address that the request came from. */
  sourceIp?: string;
  /** Workspace id → role. A Map, because a workspace id in a request can be any text, even `constructor`. */
  grants: ReadonlyMap<string, Role>;
  /** When the token expires; absent if never. */
  expiresAt?: Date;
};

/**
 * Reads the caller from `event.requestContext.authorizer`: `tokenId`, `tokenName` percent-encoded, `grants` as
 * JSON text of an object workspace id → role, and `expiresAt` in epoch seconds if the token expires.
 *
 * @throws Error if it is missing or malformed. The endpoint is then not behind the authorizer, which is a
 *   misconfiguration of the API and never the client's fault.
 */
export function toCaller(
  authorizerContext: Record<string, unknown> | null | undefined,
  sourceIp?: string,
): Caller {
  const { tokenId, tokenName = '', grants, expiresAt } = authorizerContext ?? {};
  if (typeof tokenId !== 'string' || tokenId === '' || typeof grants !== 'string') {
    throw new Error('The request did not come through the authorizer');
  }
  return {
    tokenId,
    tokenName: decodeURIComponent(String(tokenName)),
    ...(sourceIp && { sourceIp }),
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
 * @param absent creates the error if the caller has no grant in the workspace: the endpoint's NOT_FOUND, so that other
 *   people's workspaces look as if they did not exist
 * @throws FORBIDDEN if the caller's role in the workspace is insufficient
 *
 * @example
 * requireRole(bot.workspaceId, 'editor', botNotFound, caller);
 */
export function requireRole(
  workspaceId: string,
  neededRole: Role,
  absent: () => ServiceError,
  caller: Caller,
): void {
  const held = caller.grants.get(workspaceId);
  if (held === undefined) throw absent();
  if (!includesRole(held, neededRole)) {
    throw new ServiceError(
      'FORBIDDEN',
      `This requires the role ${neededRole} in the workspace; the token has the role ${held}`,
    );
  }
}

/** Returns the workspaces in which the caller is an admin. */
export function adminWorkspaces({ grants }: Caller): string[] {
  return [...grants].filter(([, role]) => role === 'admin').map(([workspaceId]) => workspaceId);
}
