import { findClaimProblem, parseRoles } from '#lib/workspaces/sign-ins/sign-in-settings.ts';

/**
 * Checks the variables that `lib/workspaces/sign-ins/sign-in-settings.ts` reads. OIDC_WORKSPACE_ID may be missing: people
 * then sign in to the workspace that the server has made.
 *
 * @throws Error naming the variable and the values it accepts
 */
export function checkSignInSettings(env: NodeJS.ProcessEnv): void {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (!issuer !== !clientId) throw new Error('OIDC_ISSUER and OIDC_CLIENT_ID belong together');
  if (issuer && !isIssuer(issuer)) {
    throw new Error(`OIDC_ISSUER must be https://…, or http:// on this machine, not "${issuer}"`);
  }
  if (!env.OIDC_ROLE_CLAIM !== !env.OIDC_ROLES) {
    throw new Error('OIDC_ROLE_CLAIM and OIDC_ROLES belong together');
  }
  const claimProblem = findClaimProblem(env.OIDC_ROLE_CLAIM ?? '');
  if (claimProblem !== undefined) throw new Error(`OIDC_ROLE_CLAIM: ${claimProblem}`);
  try {
    parseRoles(env.OIDC_ROLES ?? '');
  } catch (error) {
    throw new Error(`OIDC_ROLES: ${(error as Error).message}`);
  }
  for (const origin of readSignInOrigins(env).slice(1)) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`OIDC_ORIGINS must be origins such as https://login.example.com, not "${origin}"`);
    }
  }
}

/** Returns the origins of the identity provider that the console calls, the issuer's first. Empty without a provider. */
export function readSignInOrigins(env: NodeJS.ProcessEnv): string[] {
  if (!env.OIDC_ISSUER) return [];
  const others = (env.OIDC_ORIGINS ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  return [new URL(env.OIDC_ISSUER).origin, ...others];
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
  );
}
