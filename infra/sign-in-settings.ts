import { findClaimProblem } from '#lib/workspaces/sign-ins/sign-in-settings.ts';

export type ProviderSettings = {
  sites: boolean;
  oidcIssuer?: string | undefined;
  oidcClientId?: string | undefined;
  oidcWorkspaceId?: string | undefined;
  oidcRoleClaim?: string | undefined;
  oidcRoles: readonly string[];
  oidcOrigins: readonly string[];
};

/** Returns what is wrong with the settings of the identity provider, each with its key. */
export function findSignInProblems(settings: ProviderSettings): [path: string, message: string][] {
  const { sites, oidcIssuer, oidcRoleClaim, oidcRoles, oidcOrigins } = settings;
  const problems: [string, string][] = [];
  for (const path of ['oidcClientId', 'oidcWorkspaceId'] as const) {
    if ((settings[path] === undefined) !== (oidcIssuer === undefined)) {
      problems.push([path, `oidcIssuer and ${path} belong together`]);
    }
  }
  if (oidcIssuer !== undefined && !sites) problems.push(['oidcIssuer', 'oidcIssuer needs sites']);
  if ((oidcRoleClaim !== undefined) !== oidcRoles.length > 0) {
    problems.push(['oidcRoles', 'oidcRoleClaim and oidcRoles belong together']);
  }
  for (const [path, isSet] of [
    ['oidcRoleClaim', oidcRoleClaim !== undefined],
    ['oidcOrigins', oidcOrigins.length > 0],
  ] as const) {
    if (isSet && oidcIssuer === undefined) problems.push([path, `${path} needs oidcIssuer`]);
  }
  const claimProblem = oidcRoleClaim === undefined ? undefined : findClaimProblem(oidcRoleClaim);
  if (claimProblem !== undefined) problems.push(['oidcRoleClaim', claimProblem]);
  const values = oidcRoles.map((pair) => pair.slice(0, pair.lastIndexOf('=')).trim());
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) problems.push(['oidcRoles', `"${repeated}" has two roles`]);
  return problems;
}
