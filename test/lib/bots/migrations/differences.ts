import { isJsonObject } from '#lib/platform/json/json-object.ts';

export type Difference = { path: string; kind: 'removed' | 'added' | 'changed' };

/** Returns every place where two JSON values differ, by the path of the innermost differing key or index. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    return differencesOfKeys({ ...before }, { ...after }, path);
  }
  if (isJsonObject(before) && isJsonObject(after)) return differencesOfKeys(before, after, path);
  return Object.is(before, after) ? [] : [{ path, kind: 'changed' }];
}

function differencesOfKeys(before: object, after: object, path: string): Difference[] {
  const afterEntries = new Map(Object.entries(after));
  const found: Difference[] = [];
  for (const [key, value] of Object.entries(before)) {
    const inner = path === '' ? key : `${path}.${key}`;
    if (afterEntries.has(key)) found.push(...differences(value, afterEntries.get(key), inner));
    else found.push({ path: inner, kind: 'removed' });
    afterEntries.delete(key);
  }
  for (const key of afterEntries.keys()) {
    found.push({ path: path === '' ? key : `${path}.${key}`, kind: 'added' });
  }
  return found;
}
