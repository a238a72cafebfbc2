/*
 * Data that the pages have loaded, by key, so that going back shows a page at once while it is loaded again. Only in
 * memory: results are people's answers.
 */

/** Older entries are dropped, so that a day with the console open does not fill the memory. */
const MAX_ENTRIES = 200;

const entries = new Map<string, unknown>();
const watchers = new Set<{ key: string; reload: () => void }>();

export function getLoaded<T>(key: string): T | undefined {
  return entries.get(key) as T | undefined;
}

export function setLoaded(key: string, value: unknown): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}

/** Drops everything whose key begins with the prefix, and loads again what is on screen. */
export function reloadAll(keyPrefix: string): void {
  for (const key of [...entries.keys()]) if (key.startsWith(keyPrefix)) entries.delete(key);
  for (const { key, reload } of [...watchers]) if (key.startsWith(keyPrefix)) reload();
}

/** Forgets everything, without loading it again. */
export function forgetLoaded(): void {
  entries.clear();
}

/** Calls `reload` whenever the key is to be loaded again. Returns the function that ends this. */
export function watchLoaded(key: string, reload: () => void): () => void {
  const watcher = { key, reload };
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
