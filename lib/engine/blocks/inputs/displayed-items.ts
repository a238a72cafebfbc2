import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalFlag, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { toStoredValue, type VariableValue } from '#lib/engine/model/variable-value.ts';
import { isConditionMet } from '#lib/engine/text/condition.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { shownInput } from './shown-input.ts';

const displayConditionFields = z.object({ isEnabled: optionalFlag, condition: z.unknown().optional() });

/** The items of a block, except those whose display condition is not met. */
export function displayedItems(
  block: ChatBlock,
  describeCondition: (item: JsonObject) => unknown,
  context: BlockContext,
): JsonObject[] {
  if (!Array.isArray(block.items)) return [];
  return block.items.flatMap((item): JsonObject[] => {
    if (!isJsonObject(item) || typeof item.id !== 'string') return [];
    const { isEnabled, condition } = readOptions(displayConditionFields, describeCondition(item));
    if (isEnabled === true && !isConditionMet(condition, context)) return [];
    // Only old documents have these two fields, which have no meaning.
    const { blockId: _, type: __, ...shown } = item;
    return [shown];
  });
}

/**
 * The block as it is shown, with items whose values are already filled in. They may contain text that looks
 * like a template.
 */
export function shownWithItems(block: ChatBlock, items: JsonObject[], context: BlockContext): ShownInput {
  return { ...shownInput({ ...block, items: [] }, context), items };
}

/**
 * What a variable lists: the elements of a list, those of a text that is a JSON array, or the text itself.
 * Undefined if it is not set.
 */
export function listedValues(value: VariableValue | undefined): (string | null)[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return value;
  const parsed = parseJsonList(value);
  return parsed ?? [value];
}

function parseJsonList(text: string): (string | null)[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const list = toStoredValue(JSON.parse(text));
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
