import { getInputType } from '#lib/blocks/input-types.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Whether respondents choose several items before they go on. The edges of the items are then never followed. */
export function isMultipleChoice(block: JsonObject): boolean {
  const { options } = block;
  if (!isJsonObject(options) || options.isMultipleChoice !== true) return false;
  return getInputType(block)?.items?.mayBeMultiple === true;
}
