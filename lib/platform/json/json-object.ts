/** An object as returned by `JSON.parse`, with fields of unknown types. */
export type JsonObject = { [key: string]: unknown };

/**
 * Whether a value is an object, and neither null nor an array.
 *
 * @example
 * isJsonObject({ name: 'Ada' }); // true
 * isJsonObject(['Ada']); // false
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
