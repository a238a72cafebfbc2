import { getBareOrigin, getWorkspaceOrigin } from '#lib/platform/http/workspace-origin.ts';

/** Where a bot's page is, seen from the host at which someone asked for it. */
export type PagePlace = 'here' | 'nowhere' | { redirectTo: string };

/**
 * Finds out whether a host has the pages of a workspace. If workspaces have origins of their own, the bare name only leads
 * there, and any other host has nothing: a label of another workspace must not run this one's scripts.
 *
 * @param host at which a site was asked, with a port if it has one. Undefined for a call of the API itself, which counts
 * as the bare name. It is compared, and never becomes part of the redirect
 */
export function findPagePlace(host: string | undefined, workspaceId: string, publicId: string): PagePlace {
  const [bare, own] = [getBareOrigin(), getWorkspaceOrigin(workspaceId)];
  if (bare === undefined || own === undefined) return 'here';
  const asked = host?.toLowerCase() ?? new URL(bare).host;
  if (asked === new URL(own).host) return 'here';
  return asked === new URL(bare).host ? { redirectTo: `${own}/${publicId}` } : 'nowhere';
}
