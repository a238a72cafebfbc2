import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { PathKey, ValueChange } from './operation.ts';
import { findNextKey, withKey, withoutKey } from './ordered-keys.ts';

/** A value inside an element. `value` is undefined if nothing is at the path. */
export type ValueAtPath = {
  value: unknown;
  /** Whether the object or list that has the value, or would have it, is there. */
  hasContainer: boolean;
  /** Key that follows that of the value. */
  nextKey: string | undefined;
};

/** Reads the value at a path. An index only leads into a list, and a key only into an object. */
export function readAtPath(element: unknown, path: readonly PathKey[]): ValueAtPath {
  const container = path.slice(0, -1).reduce(readKey, element);
  const key = path.at(-1);
  const isKey = typeof key === 'string' && isJsonObject(container);
  return {
    value: key === undefined ? undefined : readKey(container, key),
    hasContainer: isKey || (typeof key === 'number' && Array.isArray(container) && key < container.length),
    nextKey: isKey && Object.hasOwn(container, key) ? findNextKey(container, key) : undefined,
  };
}

function readKey(container: unknown, key: PathKey): unknown {
  if (typeof key === 'number') return Array.isArray(container) ? container[key] : undefined;
  return isJsonObject(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Returns a copy of an element with another value at the path, or without it. Its container has to be there. */
export function changeAtPath<T extends JsonObject>(element: T, { path, value, before }: ValueChange): T {
  return changeInside(element, path, value, before) as T;
}

function changeInside(
  container: unknown,
  [key, ...others]: readonly PathKey[],
  value: unknown,
  before: string | undefined,
): unknown {
  if (key === undefined) return value;
  const inner = others.length === 0 ? value : changeInside(readKey(container, key), others, value, before);
  if (typeof key === 'number') return (container as unknown[]).with(key, inner);
  return inner === undefined
    ? withoutKey(container as JsonObject, key)
    : withKey(container as JsonObject, key, inner, before);
}
