import type { Group } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Applies `change` to each group's list of blocks. Groups without such a list are kept as they are. */
export function changeBlocks(groups: Group[], change: (blocks: unknown[]) => unknown[]): Group[] {
  return groups.map((group) =>
    isJsonObject(group) && Array.isArray(group.blocks) ? { ...group, blocks: change(group.blocks) } : group,
  );
}
