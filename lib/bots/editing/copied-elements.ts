import type { BotFlow, Edge, Group } from '#lib/bots/document/bot-document.ts';
import { getJump, isDynamicTarget, type Jump } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { EDGE_KEY, getOrigin, isSameOrigin, withOrigin } from './edge-origins.ts';
import type { EditOperation, Origin } from './operation.ts';
import { withKey, withoutKey } from './ordered-keys.ts';

/*
 * Copies of groups, blocks and items with new ids. An edge is copied if it begins and ends inside. No copy names an edge by
 * itself: the operations that connect the copied edges add the names.
 */

export type CopyRules = {
  newId: () => string;
  /** Id of an existing group that the copied blocks are put into. Absent: the groups are copied too. */
  intoGroupId?: string | undefined;
  /** Whether a jump to what is not copied keeps its target. */
  keepsJump: (jump: Jump) => boolean;
};

export type CopiedElements = {
  /** Copied groups. With `intoGroupId`, only their blocks are meant. */
  groups: Group[];
  connections: EditOperation[];
  /** Jumps that have lost their target, by the indices of their group and their block. */
  lostJumps: { groupIndex: number; blockIndex: number }[];
};

type CopiedBlock = { id: string; groupId: string; oldGroupId: string };

/** New ids by old ones. The first of several elements with the same id counts, as it does in chats. */
type Copying = {
  newId: () => string;
  groupIds: Map<string, string>;
  blocks: Map<string, CopiedBlock>;
  /** Origins in the copy, by the JSON of the old ids. */
  origins: Map<string, Origin>;
  /** Origins in the copy that have to name the copy of an edge, by its old id. */
  namers: Map<string, Origin[]>;
};

export function copyElements(
  { groups, edges }: Pick<BotFlow, 'groups' | 'edges'>,
  { newId, intoGroupId, keepsJump }: CopyRules,
): CopiedElements {
  const copying: Copying = {
    newId,
    groupIds: new Map(),
    blocks: new Map(),
    origins: new Map(),
    namers: new Map(),
  };
  const renamed = groups.map((group): Group => {
    const id = intoGroupId ?? newId();
    if (intoGroupId === undefined) setFirst(copying.groupIds, group.id, id);
    return { ...group, id, blocks: group.blocks.map((block) => copyBlock(copying, block, group.id, id)) };
  });
  const lostJumps: CopiedElements['lostJumps'] = [];
  const copies = renamed.map((group, groupIndex) => ({
    ...group,
    blocks: group.blocks.map((block, blockIndex) => {
      if (!isJsonObject(block)) return block;
      const { copy, isLost } = leadJump(copying, block, keepsJump);
      if (isLost) lostJumps.push({ groupIndex, blockIndex });
      return copy;
    }),
  }));
  return { groups: copies, connections: edges.flatMap((edge) => copyEdge(copying, edge)), lostJumps };
}

/** Copies an item with its buttons, which lead nowhere then. */
export function copyItem(
  item: JsonObject & { id: string },
  newId: () => string,
): JsonObject & { id: string } {
  const id = newId();
  const copy: JsonObject & { id: string } = withoutKey({ ...item, id }, EDGE_KEY);
  if (!Array.isArray(copy.paths)) return copy;
  const paths = copy.paths.map((button: unknown) => {
    if (!isJsonObject(button)) return button;
    return withoutKey(typeof button.id === 'string' ? { ...button, id: newId() } : button, EDGE_KEY);
  });
  return { ...copy, paths };
}

function copyBlock(copying: Copying, block: unknown, oldGroupId: string, groupId: string): unknown {
  if (!isJsonObject(block)) return block;
  const { copy, origin } = copyOwner(copying, block, {}, 'blockId');
  const { blockId: id } = origin ?? {};
  if (id !== undefined) setFirst(copying.blocks, String(block.id), { id, groupId, oldGroupId });
  const copied = withExisting(copy, 'groupId', groupId);
  const { items } = copied;
  if (!Array.isArray(items)) return copied;
  return {
    ...copied,
    items: items.map((item: unknown) =>
      copyItemInBlock(copying, item, { old: { blockId: block.id }, origin }),
    ),
  };
}

type Parent = { old: JsonObject; origin: Origin | undefined };

function copyItemInBlock(copying: Copying, item: unknown, parent: Parent): unknown {
  if (!isJsonObject(item)) return item;
  const { copy, origin } = copyOwner(copying, item, parent, 'itemId');
  const copied = withExisting(copy, 'blockId', parent.origin?.blockId);
  const { paths } = copied;
  if (!Array.isArray(paths)) return copied;
  const old = { ...parent.old, itemId: item.id };
  return {
    ...copied,
    paths: paths.map((button: unknown) =>
      isJsonObject(button) ? copyOwner(copying, button, { old, origin }, 'pathId').copy : button,
    ),
  };
}

/**
 * Copies an element that can name an edge, without the name.
 *
 * @returns no origin if no id leads to the element, so that no edge can begin at it
 */
function copyOwner(
  copying: Copying,
  element: JsonObject,
  { old = {}, origin: outer = {} }: Partial<Parent>,
  key: 'blockId' | 'itemId' | 'pathId',
): { copy: JsonObject; origin: Origin | undefined } {
  const copy = withoutKey(element, EDGE_KEY);
  if (typeof element.id !== 'string') return { copy, origin: undefined };
  const id = copying.newId();
  const origin = key === 'blockId' || outer.blockId !== undefined ? { ...outer, [key]: id } : undefined;
  const edgeId = element[EDGE_KEY];
  if (origin) {
    setFirst(copying.origins, toOriginKey({ ...old, [key]: element.id }), origin);
    if (typeof edgeId === 'string') {
      copying.namers.set(edgeId, [...(copying.namers.get(edgeId) ?? []), origin]);
    }
  }
  return { copy: { ...copy, id }, origin };
}

function toOriginKey({ blockId, itemId, pathId }: JsonObject): string {
  return JSON.stringify([blockId, itemId, pathId]);
}

function setFirst<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

/** Old documents say in each block which group it is in, and in each item which block. */
function withExisting(element: JsonObject, key: string, id: string | undefined): JsonObject {
  return id !== undefined && typeof element[key] === 'string' ? withKey(element, key, id) : element;
}

/** Leads a jump to the copy of its target. */
function leadJump(
  { groupIds, blocks }: Copying,
  block: JsonObject,
  keepsJump: CopyRules['keepsJump'],
): { copy: JsonObject; isLost: boolean } {
  const jump = getJump(block, undefined);
  if (jump?.groupId === undefined || isDynamicTarget(jump.groupId)) return { copy: block, isLost: false };
  const options = block.options as JsonObject;
  const target = jump.blockId === undefined ? undefined : blocks.get(jump.blockId);
  if (target && target.oldGroupId === jump.groupId) {
    const led = { ...options, groupId: target.groupId, blockId: target.id };
    return { copy: { ...block, options: led }, isLost: false };
  }
  const groupId = groupIds.get(jump.groupId);
  if (groupId !== undefined) {
    // The block is in no copied group, so chats go to the beginning of the group.
    const led = withoutKey({ ...options, groupId }, 'blockId');
    return { copy: { ...block, options: led }, isLost: false };
  }
  if (keepsJump(jump)) return { copy: block, isLost: false };
  return {
    copy: { ...block, options: withoutKey(withoutKey(options, 'groupId'), 'blockId') },
    isLost: true,
  };
}

/** Copies an edge that a copied element names. Chats never follow the others. */
function copyEdge({ newId, groupIds, blocks, origins, namers }: Copying, edge: Edge): EditOperation[] {
  const namedBy = namers.get(edge.id) ?? [];
  // Only the first of several edges with the same id is meant.
  namers.delete(edge.id);
  const [first, ...others] = namedBy;
  const to = findCopiedTarget({ groupIds, blocks }, edge.to);
  if (!first || !to) return [];
  const origin = edge.from.eventId === undefined ? origins.get(toOriginKey(edge.from)) : undefined;
  const value = withOrigin({ ...edge, id: newId(), to: { ...edge.to, ...to } }, origin ?? first);
  // Old documents say which group an edge comes from. Nothing reads it.
  delete value.from.groupId;
  const isNamedByOrigin = others.length === 0 && isSameOrigin(first, getOrigin(value));
  return [{ op: 'connect', value, ...(!isNamedByOrigin && { namedBy }) }];
}

function findCopiedTarget(
  { groupIds, blocks }: Pick<Copying, 'groupIds' | 'blocks'>,
  to: Edge['to'],
): { groupId: string; blockId?: string } | undefined {
  if (to.blockId === undefined) {
    const groupId = groupIds.get(to.groupId);
    return groupId === undefined ? undefined : { groupId };
  }
  const block = blocks.get(to.blockId);
  return block?.oldGroupId === to.groupId ? { groupId: block.groupId, blockId: block.id } : undefined;
}
