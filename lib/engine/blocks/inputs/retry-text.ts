import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Types of inputs whose authors can set the text for asking again. In others the option never had an effect.
 */
const TYPES = new Set(['email input', 'url input', 'phone number input', 'payment input']);

/** The text, a template, with which a block asks again. Undefined if the bot's own text is used. */
export function ownRetryText({ type, options }: ChatBlock): string | undefined {
  if (!TYPES.has(type) || !isJsonObject(options)) return undefined;
  const { retryMessageContent: text } = options;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Options as they are shown, without a retry text that has no effect. */
export function shownOptions(type: string, options: unknown): unknown {
  if (TYPES.has(type) || !isJsonObject(options)) return options;
  const { retryMessageContent: _, ...shown } = options;
  return shown;
}
