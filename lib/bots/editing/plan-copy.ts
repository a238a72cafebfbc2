import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { GROUP_WIDTH } from '#lib/bots/flow/flow-layout.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { copyElements, copyItem } from './copied-elements.ts';
import { findBlock, findIndexById, getBlock, getElements, openDocument } from './edited-document.ts';
import type { EditOperation } from './operation.ts';

/*
 * Copies elements within a document, each behind its original in the list. Edges between the copied elements are copied,
 * and jumps keep their target. All return an empty list if the element is not in the document.
 */

/** Pixels between a group and its copy. */
const GAP = 80;

/** Copies a group with its blocks. The copy is to the right of it. */
export function planGroupCopy(document: BotDocument, groupId: string, newId: () => string): EditOperation[] {
  const index = document.groups.findIndex(({ id }) => id === groupId);
  const group = document.groups[index];
  if (!group) return [];
  const source = { groups: [group], edges: document.edges };
  const { groups, connections } = copyElements(source, { newId, keepsJump: () => true });
  const { graphCoordinates, title } = group;
  const coordinates = { ...graphCoordinates, x: graphCoordinates.x + GROUP_WIDTH + GAP };
  return [
    ...groups.map((copy): EditOperation => {
      const value = { ...copy, title: `${title} copy`, graphCoordinates: coordinates };
      return { op: 'addGroup', value, index: index + 1 };
    }),
    ...connections,
  ];
}

export function planBlockCopy(document: BotDocument, blockId: string, newId: () => string): EditOperation[] {
  const node = findBlock(openDocument(document), blockId);
  if (!node) return [];
  const { value: group, blocks } = node.group;
  const { groups, connections } = copyElements(
    { groups: [{ ...group, blocks: [getBlock(node)] }], edges: document.edges },
    { newId, intoGroupId: group.id, keepsJump: () => true },
  );
  const copies = groups.flatMap((copy) => copy.blocks) as (JsonObject & { id: string })[];
  return [
    ...copies.map((value): EditOperation => {
      return { op: 'addBlock', groupId: group.id, value, index: blocks.indexOf(node) + 1 };
    }),
    ...connections,
  ];
}

/** Copies an item. The copy leads nowhere. */
export function planItemCopy(
  document: BotDocument,
  blockId: string,
  itemId: string,
  newId: () => string,
): EditOperation[] {
  const node = findBlock(openDocument(document), blockId);
  const items = node ? getElements(getBlock(node), 'items') : [];
  const index = findIndexById(items, itemId);
  const item = items[index];
  if (!isJsonObject(item)) return [];
  const value = copyItem(item as JsonObject & { id: string }, newId);
  return [{ op: 'addItem', blockId, value, index: index + 1 }];
}
