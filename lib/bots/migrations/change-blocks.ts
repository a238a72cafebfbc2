import type { Group } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/** Changes the list of blocks of each group. A group without a list of blocks is kept as it is. */
export function changeBlocks(groups: Group[], change: (blocks: unknown[]) => unknown[]): Group[] {
  return groups.map((group) =>
    isJsonObject(group) && Array.isArray(group.blocks) ? { ...group, blocks: change(group.blocks) } : group,
  );
}
