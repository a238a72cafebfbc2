import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import type { BotDocument, BotEvent, Edge, Group, Variable } from '#lib/bots/document/bot-document.ts';
import { getEdgeOwners } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * A document while a list of operations is applied to it. Lists are copied once, and can be changed in place; their
 * elements never change, but are replaced by changed copies. What no operation touches is shared with the original.
 */

export type BlockNode = { value: unknown; group: GroupNode };

export type GroupNode = {
  /** The group. Its blocks are those of the document before. */
  value: Group;
  blocks: BlockNode[];
  hasOtherBlocks: boolean;
};

export type EditedDocument = {
  /** The document. Its lists are those of the document before. */
  head: BotDocument;
  groups: GroupNode[];
  events: BotEvent[];
  edges: Edge[];
  variables: Variable[];
  blocksById: Map<string, Set<BlockNode>>;
  /** Blocks that name an edge, or did, by the id of the edge. */
  namers: Map<string, Set<BlockNode>>;
  /** Blocks that lead to a group by their options, or did. */
  jumps: Set<BlockNode>;
  /** Blocks without anything that names a variable. */
  withoutNames: WeakSet<object>;
  /** First blocks with ids that several have, as long as no block comes, goes or moves. */
  firstBlocks: Map<string, BlockNode>;
  /** Values that renaming variables has looked at, and characters that it has added. */
  renaming: { values: number; addedChars: number };
};

export function openDocument(document: BotDocument): EditedDocument {
  const edited: EditedDocument = {
    head: document,
    groups: [],
    events: [...(document.events ?? [])],
    edges: [...document.edges],
    variables: [...document.variables],
    blocksById: new Map(),
    namers: new Map(),
    jumps: new Set(),
    withoutNames: new WeakSet(),
    firstBlocks: new Map(),
    renaming: { values: 0, addedChars: 0 },
  };
  edited.groups = document.groups.map((group) => createGroupNode(edited, group));
  return edited;
}

/** Returns the document as it is now. */
export function closeDocument({ head, groups, events, edges, variables }: EditedDocument): BotDocument {
  return {
    ...head,
    events: head.events === null ? null : keepList(head.events, events),
    groups: keepList(head.groups, groups.map(closeGroup)),
    edges: keepList(head.edges, edges),
    variables: keepList(head.variables, variables),
  };
}

function keepList<T>(before: T[], now: T[]): T[] {
  return before.length === now.length && before.every((value, index) => value === now[index]) ? before : now;
}

/** Returns a group with the blocks that it has now. */
export function closeGroup({ value, blocks, hasOtherBlocks }: GroupNode): Group {
  return hasOtherBlocks ? { ...value, blocks: blocks.map((block) => block.value) } : value;
}

/** Creates the node of a group that is about to be put into the list. */
export function createGroupNode(edited: EditedDocument, group: Group): GroupNode {
  const node: GroupNode = { value: group, blocks: [], hasOtherBlocks: false };
  node.blocks = group.blocks.map((block) => createBlockNode(edited, node, block));
  return node;
}

export function insertBlock(
  edited: EditedDocument,
  group: GroupNode,
  value: unknown,
  index = group.blocks.length,
): void {
  group.blocks.splice(index, 0, createBlockNode(edited, group, value));
  group.hasOtherBlocks = true;
}

function createBlockNode(edited: EditedDocument, group: GroupNode, value: unknown): BlockNode {
  const node = { value, group };
  edited.firstBlocks.clear();
  if (isJsonObject(value) && typeof value.id === 'string') {
    addToIndex(edited.blocksById, value.id, node);
  }
  registerBlock(edited, node);
  return node;
}

function addToIndex(index: Map<string, Set<BlockNode>>, key: string, node: BlockNode): void {
  const nodes = index.get(key);
  if (nodes) nodes.add(node);
  else index.set(key, new Set([node]));
}

function registerBlock(edited: EditedDocument, node: BlockNode): void {
  if (!isJsonObject(node.value)) return;
  if (node.value.type === JUMP.type || node.value.type === BOT_LINK.type) edited.jumps.add(node);
  for (const { edgeId } of getEdgeOwners(node.value, '')) {
    addToIndex(edited.namers, edgeId, node);
  }
}

export function replaceBlock(edited: EditedDocument, node: BlockNode, value: JsonObject): void {
  node.value = value;
  node.group.hasOtherBlocks = true;
  registerBlock(edited, node);
}

export function removeGroup(edited: EditedDocument, group: GroupNode): void {
  edited.groups.splice(edited.groups.indexOf(group), 1);
  for (const block of group.blocks) forgetBlock(edited, block);
}

export function removeBlock(edited: EditedDocument, node: BlockNode): void {
  const { group } = node;
  group.blocks.splice(group.blocks.indexOf(node), 1);
  group.hasOtherBlocks = true;
  forgetBlock(edited, node);
}

function forgetBlock({ blocksById, firstBlocks, namers, jumps }: EditedDocument, node: BlockNode): void {
  firstBlocks.clear();
  jumps.delete(node);
  for (const { edgeId } of isJsonObject(node.value) ? getEdgeOwners(node.value, '') : []) {
    namers.get(edgeId)?.delete(node);
  }
  const id = isJsonObject(node.value) ? node.value.id : undefined;
  if (typeof id !== 'string') return;
  blocksById.get(id)?.delete(node);
}

export function findGroup({ groups }: EditedDocument, id: string): GroupNode | undefined {
  return groups.find((group) => group.value.id === id);
}

/** Finds a block. The first of several with the same id is the one that chats find. */
export function findBlock(
  { groups, blocksById, firstBlocks }: EditedDocument,
  id: string,
): BlockNode | undefined {
  const nodes = blocksById.get(id) ?? new Set();
  if (nodes.size < 2) return [...nodes][0];
  const first =
    firstBlocks.get(id) ?? groups.flatMap(({ blocks }) => blocks).find((block) => nodes.has(block));
  if (first) firstBlocks.set(id, first);
  return first;
}

/** Whether a block has the id. */
export function hasBlock({ blocksById }: EditedDocument, id: string): boolean {
  return (blocksById.get(id)?.size ?? 0) > 0;
}

/** Moves a block, in its group or to another. */
export function moveBlockTo(edited: EditedDocument, node: BlockNode, target: GroupNode, index: number): void {
  const { group } = node;
  group.blocks.splice(group.blocks.indexOf(node), 1);
  group.hasOtherBlocks = true;
  target.blocks.splice(index, 0, node);
  target.hasOtherBlocks = true;
  node.group = target;
  edited.firstBlocks.clear();
}

/** Returns the block of a node that was found by its id. */
export function getBlock({ value }: BlockNode): JsonObject & { id: string } {
  return value as JsonObject & { id: string };
}

/** Returns the elements of a list in an element, such as the items of a block. */
export function getElements(element: JsonObject, key: string): unknown[] {
  const list = Object.hasOwn(element, key) ? element[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Returns the index of the first element with an id, or -1. */
export function findIndexById(list: readonly unknown[], id: string | undefined): number {
  return list.findIndex((element) => isJsonObject(element) && element.id === id);
}
