import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * Drops prefilled variables that are not on the allowlist in the bot's settings. Without an allowlist, every
 * variable may be set. Authors use the allowlist to protect variables such as an email's recipient.
 */
export function prefillable(
  { settings }: Pick<ChatFlow, 'settings'>,
  prefilledVariables: Record<string, unknown>,
): Record<string, unknown> {
  const names: unknown = settings.security?.prefillableVariables;
  if (!Array.isArray(names)) return prefilledVariables;
  const allowed = new Set<unknown>(names);
  return Object.fromEntries(Object.entries(prefilledVariables).filter(([name]) => allowed.has(name)));
}
