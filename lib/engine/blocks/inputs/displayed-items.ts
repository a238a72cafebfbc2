import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalFlag, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { toStoredValue, type VariableValue } from '#lib/engine/model/variable-value.ts';
import { isConditionMet } from '#lib/engine/text/condition.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderInput } from './render-input.ts';

const displayConditionFields = once(() =>
  z.object({ isEnabled: optionalFlag, condition: z.unknown().optional() }),
);

/** Returns the items of a block whose display condition, if any, is met. */
export function findDisplayedItems(
  block: ChatBlock,
  describeCondition: (item: JsonObject) => unknown,
  context: BlockContext,
): JsonObject[] {
  if (!Array.isArray(block.items)) return [];
  return block.items.flatMap((item): JsonObject[] => {
    if (!isJsonObject(item) || typeof item.id !== 'string') return [];
    const { isEnabled, condition } = readOptions(displayConditionFields(), describeCondition(item));
    if (isEnabled === true && !isConditionMet(condition, context)) return [];
    // Leftovers in old documents, with no meaning.
    const { blockId: _, type: __, ...shown } = item;
    return [shown];
  });
}

/**
 * Returns the shown input with items that are already rendered. They must not be rendered again, because
 * values may look like templates.
 */
export function showWithItems(block: ChatBlock, items: JsonObject[], context: BlockContext): ShownInput {
  return { ...renderInput({ ...block, items: [] }, context), items };
}

/**
 * Returns the elements of a variable that holds a list or a JSON array, or else its text. Undefined if unset.
 */
export function toListedValues(value: VariableValue | undefined): (string | null)[] | undefined {
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
