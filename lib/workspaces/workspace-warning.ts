import { getBareOrigin } from '#lib/platform/origins/workspace-origin.ts';

/** Warning for those who create a workspace. */
export type WorkspaceWarning = { code: 'SHARED_ORIGIN'; message: string };

export const SHARED_ORIGIN: WorkspaceWarning = {
  code: 'SHARED_ORIGIN',
  message:
    "Pages of all workspaces' bots share one origin, so scripts of each workspace reach what visitors have stored for the " +
    'others. Create workspaces only for people who trust each other, or have the operator turn on bots:workspaceOrigins.',
};

/** Returns what to warn of when a workspace is created beside others. A service without the sites has no such pages. */
export function getWorkspaceWarnings(): WorkspaceWarning[] {
  const hasSites = Boolean(process.env.SITE_PROOF);
  return hasSites && getBareOrigin() === undefined ? [SHARED_ORIGIN] : [];
}
