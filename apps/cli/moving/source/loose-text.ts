/*
 * Columns and JSON of Typebot may hold null, or another type than its present version writes there.
 */

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Returns a text as it is, and any other value as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
