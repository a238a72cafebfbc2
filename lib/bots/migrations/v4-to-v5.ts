import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/**
 * Sets the version. Versions 4 and 5 were written at the same time, by an editor and by an API, in the same
 * form.
 */
export function v4ToV5<T extends BotFlow>(document: T): T {
  return { ...document, version: '5' };
}
