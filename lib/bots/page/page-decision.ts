import { getBareOrigin, getWorkspaceOrigin } from '#lib/platform/origins/workspace-origin.ts';

/** A host's response to whoever asks it for a bot's page: the page, nothing, or a redirect to it. */
export type PageDecision = 'page' | 'nothing' | { redirectTo: string };

/**
 * Decides whether a host has the pages of a workspace. If workspaces have origins of their own, the bare name only leads
 * there, and any other host has nothing: a label of another workspace must not run this one's scripts.
 *
 * @param host at which a site was asked, with a port if it has one. Undefined for a call of the API itself, which counts
 * as the bare name. It is compared, and never becomes part of the redirect
 */
export function findPageAt(host: string | undefined, workspaceId: string, publicId: string): PageDecision {
  const [bare, own] = [getBareOrigin(), getWorkspaceOrigin(workspaceId)];
  if (bare === undefined || own === undefined) return 'page';
  const asked = host?.toLowerCase() ?? new URL(bare).host;
  if (asked === new URL(own).host) return 'page';
  return asked === new URL(bare).host ? { redirectTo: `${own}/${publicId}` } : 'nothing';
}
