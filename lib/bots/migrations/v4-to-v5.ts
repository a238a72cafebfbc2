import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/** Sets the version. Versions 4 and 5 have the same format: an editor wrote one, an API the other. */
export function v4ToV5<T extends BotFlow>(document: T): T {
  return { ...document, version: '5' };
}
