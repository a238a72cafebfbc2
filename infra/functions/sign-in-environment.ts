import type { Config } from '../config.ts';

/** Returns the variables from which `lib/workspaces/sign-ins` knows the identity provider. Empty without one. */
export function getSignInEnvironment(config: Config): Record<string, string> {
  const { oidcIssuer, oidcClientId, oidcWorkspaceId, oidcRoleClaim, oidcRoles, httpPrivateHosts } = config;
  if (oidcIssuer === undefined || oidcClientId === undefined || oidcWorkspaceId === undefined) return {};
  return {
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_WORKSPACE_ID: oidcWorkspaceId,
    ...(oidcRoleClaim !== undefined && { OIDC_ROLE_CLAIM: oidcRoleClaim, OIDC_ROLES: oidcRoles.join(',') }),
    ...(httpPrivateHosts.length > 0 && { HTTP_PRIVATE_HOSTS: httpPrivateHosts.join(',') }),
  };
}
