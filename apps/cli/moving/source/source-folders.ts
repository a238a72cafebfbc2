import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { SourceFolder } from './source.ts';

/** Returns a folder of a list or a row. Undefined if it has no id. */
export function toSourceFolder(entry: unknown, parentFolderId: unknown): SourceFolder | undefined {
  if (!isJsonObject(entry) || typeof entry.id !== 'string') return undefined;
  const { id, name } = entry;
  return {
    id,
    name: typeof name === 'string' ? name : '',
    parentFolderId: typeof parentFolderId === 'string' ? parentFolderId : null,
  };
}

/** Sorts parents before what is in them. A folder whose parent is missing, or in a cycle, comes without it. */
export function sortParentsFirst(folders: readonly SourceFolder[]): SourceFolder[] {
  const sorted: SourceFolder[] = [];
  const ids = new Set<string>();
  let rest = folders;
  while (rest.length > 0) {
    const isNext = ({ parentFolderId }: SourceFolder) => parentFolderId === null || ids.has(parentFolderId);
    const next = rest.filter(isNext);
    if (next.length === 0) return [...sorted, ...rest.map((folder) => ({ ...folder, parentFolderId: null }))];
    for (const { id } of next) ids.add(id);
    sorted.push(...next);
    rest = rest.filter((folder) => !isNext(folder) || !ids.has(folder.id));
  }
  return sorted;
}
