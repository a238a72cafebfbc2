import type { Location } from '#lib/bots/document/location-in-flow.ts';

/**
 * Formats a problem, beginning with what its author can see: `Welcome → Redirect (bot.groups[0].blocks[2].options.url): is
 * not a URL`.
 */
export function formatIssue({
  path,
  message,
  group,
  block,
}: { path: string; message: string } & Location): string {
  const names = [group, block].filter((name) => name !== undefined).join(' → ');
  const location = names === '' ? path : path === '' ? names : `${names} (${path})`;
  return location === '' ? message : `${location}: ${message}`;
}
