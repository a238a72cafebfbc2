import { createHash } from 'node:crypto';

/*
 * Workspaces that do not trust each other have origins of their own for bots' pages: `https://<label>.bots.example.com`.
 * See decision 54. The bare origin is in the environment; without it, all workspaces share one.
 */

/** Hexadecimal digits of a label: 128 bits, so that nobody finds a second workspace with the label of another. */
const LABEL_DIGITS = 32;

/** Returns the part of a host name that stands for a workspace. The id itself will not do: host names have no capitals. */
export function toWorkspaceLabel(workspaceId: string): string {
  return createHash('sha256').update(workspaceId).digest('hex').slice(0, LABEL_DIGITS);
}

/** Returns the origin below which workspaces have theirs. Undefined if all workspaces share one origin. */
export function getBareOrigin(): string | undefined {
  return process.env.WORKSPACE_ORIGINS_BELOW || undefined;
}

/**
 * Returns the origin of a workspace's pages: `https://0a1b….bots.example.com`. Undefined if all workspaces share one
 * origin.
 */
export function getWorkspaceOrigin(workspaceId: string): string | undefined {
  const bare = getBareOrigin();
  if (bare === undefined) return undefined;
  const { protocol, host } = new URL(bare);
  return `${protocol}//${toWorkspaceLabel(workspaceId)}.${host}`;
}
