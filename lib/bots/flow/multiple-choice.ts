import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Whether respondents choose several items before they go on. The edges of the items are then never followed. */
export function isMultipleChoice({ type, options }: JsonObject): boolean {
  const isChoice = type === 'choice input' || type === 'picture choice input';
  return isChoice && isJsonObject(options) && options.isMultipleChoice === true;
}
