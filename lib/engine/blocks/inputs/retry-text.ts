import { getInputType } from '#lib/blocks/input-types.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Returns a block's own retry text, unrendered. Undefined if the bot's default applies. */
export function ownRetryText(block: ChatBlock): string | undefined {
  const option = getInputType(block)?.retryTextOption;
  if (option === undefined || !isJsonObject(block.options)) return undefined;
  const text = block.options[option];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the options without a retry text that has no effect. */
export function toShownOptions(type: string, options: unknown): unknown {
  if (getInputType({ type })?.retryTextOption !== undefined || !isJsonObject(options)) return options;
  const { retryMessageContent: _, ...shown } = options;
  return shown;
}
