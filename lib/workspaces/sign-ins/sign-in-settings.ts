import { isRole, type Role } from '#lib/platform/auth/role.ts';

/** The identity provider with which people sign in, and the roles that they get. */
export type SignInSettings = {
  /** Issuer of the ID tokens, as the provider's metadata names it. */
  issuer: string;
  clientId: string;
  /** The one workspace that people sign in to. */
  workspaceId: string;
  /** Claim whose values decide on the role. Without it, only people who were invited can sign in. */
  roleClaim?: string;
  /** Role of whoever has a value of the claim. A Map, because a value can be any text. */
  roles: ReadonlyMap<string, Role>;
};

/**
 * Reads the settings from OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_WORKSPACE_ID, OIDC_ROLE_CLAIM and OIDC_ROLES. Whoever sets
 * these variables has checked them.
 *
 * @returns undefined if there is no identity provider
 */
export function readSignInSettings(env: NodeJS.ProcessEnv = process.env): SignInSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_WORKSPACE_ID: workspaceId } = env;
  if (!issuer || !clientId || !workspaceId) return undefined;
  const { OIDC_ROLE_CLAIM: roleClaim, OIDC_ROLES: roles } = env;
  return { issuer, clientId, workspaceId, ...(roleClaim && { roleClaim }), roles: parseRoles(roles ?? '') };
}

/**
 * Claims that describe a person (OpenID Connect Core, section 5.1). At many providers people write them themselves, so
 * none of them may give a role.
 */
const PROFILE_CLAIMS: ReadonlySet<string> = new Set([
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'email_verified',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'phone_number_verified',
  'address',
  'updated_at',
]);

/** Returns why a claim cannot give roles, or undefined if it can. */
export function findClaimProblem(claim: string): string | undefined {
  return PROFILE_CLAIMS.has(claim)
    ? `People can often change their "${claim}" themselves: expected a claim such as groups`
    : undefined;
}

/**
 * Parses `<value of the claim>=<role>` pairs, separated by commas: `bot-admins=admin,support=editor`.
 *
 * @throws Error if a pair is malformed, or a value has two roles
 */
export function parseRoles(text: string): Map<string, Role> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  const roles = new Map<string, Role>();
  for (const [value, role] of pairs.map(parsePair)) {
    if (roles.has(value)) throw new Error(`"${value}" has two roles`);
    roles.set(value, role);
  }
  return roles;
}

/** A value may contain `=`, as names of LDAP do. */
function parsePair(pair: string): [value: string, role: Role] {
  const end = pair.lastIndexOf('=');
  const [value, role] = [pair.slice(0, end).trim(), pair.slice(end + 1).trim()];
  if (end < 1 || value === '' || !isRole(role)) {
    throw new Error(`Expected <value of the claim>=viewer, editor or admin, not "${pair}"`);
  }
  return [value, role];
}
