/** An object as `JSON.parse` returns it, before anything is known about its fields. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object with keys: not null, and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
