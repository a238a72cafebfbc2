import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Objects with a key more or less. The order of keys is part of a document, which undoing restores byte for byte. A key
 * such as `__proto__` is a key like any other.
 */

/**
 * Returns a copy with a value at a key. A key that is there keeps its position.
 *
 * @param before key that a new key is put before; if absent, or not in the object, the new key is the last one
 */
export function withKey<T extends JsonObject>(object: T, key: string, value: unknown, before?: string): T {
  const entries = Object.entries(object);
  const position = entries.findIndex(([name]) => name === key);
  if (position >= 0) entries[position] = [key, value];
  else {
    const next = before === undefined ? -1 : entries.findIndex(([name]) => name === before);
    entries.splice(next < 0 ? entries.length : next, 0, [key, value]);
  }
  return Object.fromEntries(entries) as T;
}

export function withoutKey<T extends JsonObject>(object: T, key: string): T {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T;
}

/** Returns the key after a key. Undefined if it is the last one. */
export function findNextKey(object: JsonObject, key: string): string | undefined {
  const keys = Object.keys(object);
  return keys[keys.indexOf(key) + 1];
}
