import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * What whoever starts a chat may give a value, of what they send: all variables, or those that the bot's settings name.
 * Their author relies on the others, for whom a mail goes to or what is asked of a service.
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
