/**
 * Text of a value in a document. Lists and objects have none: to convert one can throw, because a document may have
 * a key such as `toString`.
 */
export function toPrimitiveText(value: unknown): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}
