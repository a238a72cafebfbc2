import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * Keeps the variables that whoever starts a chat may set: all of them, or only those that the bot's settings
 * name. The author relies on the others, for example as a mail's recipient or in a request to a service.
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
