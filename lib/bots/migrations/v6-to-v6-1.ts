import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/**
 * Sets the version. Renderers then use the default colours of 6.1 where the theme sets none, so this
 * migration only runs on request.
 */
export function v6ToV61<T extends BotFlow>(document: T): T {
  return { ...document, version: '6.1' };
}
