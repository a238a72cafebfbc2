import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/**
 * Sets the version. A renderer then uses the default colours of 6.1 for what the theme leaves open, which is
 * why this step is taken only where somebody asks for it.
 */
export function v6ToV61<T extends BotFlow>(document: T): T {
  return { ...document, version: '6.1' };
}
