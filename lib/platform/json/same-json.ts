import { isJsonObject } from './json-object.ts';

/**
 * Whether two JSON values are the same. The order of keys does not matter. Undefined is only the same as undefined.
 *
 * @example
 * isSameJson({ x: 1, y: [2] }, { y: [2], x: 1 }); // true
 * isSameJson([1, 2], [2, 1]); // false
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSameJson(value, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}
