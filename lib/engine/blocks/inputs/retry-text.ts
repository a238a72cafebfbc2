import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Input types with a configurable retry text. On other types, the option never had an effect. */
const TYPES = new Set(['email input', 'url input', 'phone number input', 'payment input']);

/** Returns a block's own retry text, unrendered. Undefined if the bot's default applies. */
export function ownRetryText({ type, options }: ChatBlock): string | undefined {
  if (!TYPES.has(type) || !isJsonObject(options)) return undefined;
  const { retryMessageContent: text } = options;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the options without a retry text that has no effect. */
export function toShownOptions(type: string, options: unknown): unknown {
  if (TYPES.has(type) || !isJsonObject(options)) return options;
  const { retryMessageContent: _, ...shown } = options;
  return shown;
}
