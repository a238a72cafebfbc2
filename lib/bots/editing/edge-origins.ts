import type { Edge } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import {
  type EditedDocument,
  findBlock,
  findGroup,
  findIndexById,
  getBlock,
  getElements,
  replaceBlock,
} from './edited-document.ts';
import type { EditOperation, Origin } from './operation.ts';
import { findNextKey, withKey, withoutKey } from './ordered-keys.ts';

/*
 * Origins of edges: events, blocks, items, and buttons of cards. A chat follows the edge that one of them names as
 * its `outgoingEdgeId`.
 */

export const EDGE_KEY = 'outgoingEdgeId';

/** Returns the origin that an edge names itself. */
export function getOrigin({ from }: Edge): Origin {
  if (from.eventId !== undefined) return { eventId: from.eventId };
  return {
    ...(from.blockId !== undefined && { blockId: from.blockId }),
    ...(from.itemId !== undefined && { itemId: from.itemId }),
    ...(from.pathId !== undefined && { pathId: from.pathId }),
  };
}

/** Returns an edge that begins at another element. Other keys of its `from` stay. */
export function withOrigin(edge: Edge, { before: _, ...origin }: Origin): Edge {
  const { eventId, blockId, itemId, pathId, ...others } = edge.from;
  return { ...edge, from: { ...others, ...origin } };
}

/** Whether two origins are the same element. */
export function isSameOrigin(one: Origin, other: Origin): boolean {
  return (['eventId', 'blockId', 'itemId', 'pathId'] as const).every((key) => one[key] === other[key]);
}

/** Finds the element that an edge can begin at. */
export function findOwner(edited: EditedDocument, origin: Origin): JsonObject | undefined {
  if (origin.eventId !== undefined) return edited.events.find(({ id }) => id === origin.eventId);
  const node = findBlock(edited, origin.blockId ?? '');
  if (!node) return undefined;
  return toListKeys(origin).reduce<JsonObject | undefined>((owner, [key, id]) => {
    const element = owner && getElements(owner, key).find((one) => isJsonObject(one) && one.id === id);
    return element as JsonObject | undefined;
  }, getBlock(node));
}

/** Whether an element is in the document and names an edge. */
export function isEdgeNamedBy(edited: EditedDocument, edgeId: string, origin: Origin): boolean {
  return findOwner(edited, origin)?.[EDGE_KEY] === edgeId;
}

/** Changes only what an element names, to or from an edge that is not in the document. */
export function createNameChange(
  edited: EditedDocument,
  { eventId, blockId = '', itemId, pathId }: Origin,
  { was, value }: { was: unknown; value?: unknown },
): EditOperation {
  const change = { was, ...(value !== undefined && { value }) };
  if (eventId !== undefined) return { op: 'changeEvent', eventId, path: [EDGE_KEY], ...change };
  if (itemId === undefined) return { op: 'changeBlock', blockId, path: [EDGE_KEY], ...change };
  const node = findBlock(edited, blockId);
  const items = node ? getElements(getBlock(node), 'items') : [];
  const item = items[findIndexById(items, itemId)] as JsonObject;
  const inItem = pathId === undefined ? [] : ['paths', findIndexById(getElements(item, 'paths'), pathId)];
  return { op: 'changeItem', blockId, itemId, path: [...inItem, EDGE_KEY], ...change };
}

/**
 * Changes the edge that elements name, in one pass over each block: thousands of items can name the same edge. The
 * first of several elements with the same id is changed.
 */
export function setOutgoingEdges(
  edited: EditedDocument,
  origins: readonly Origin[],
  edgeId: string | undefined,
): void {
  const change = (owner: JsonObject, { before }: Origin): JsonObject =>
    edgeId === undefined ? withoutKey(owner, EDGE_KEY) : withKey(owner, EDGE_KEY, edgeId, before);
  const events = new Map(origins.flatMap((one) => (one.eventId === undefined ? [] : [[one.eventId, one]])));
  for (const [index, event] of edited.events.entries()) {
    const origin = events.get(event.id);
    if (!origin) continue;
    edited.events[index] = change(event, origin) as typeof event;
    events.delete(event.id);
  }
  const inBlocks = origins.filter(({ eventId }) => eventId === undefined);
  for (const [blockId, ofBlock] of Map.groupBy(inBlocks, ({ blockId = '' }) => blockId)) {
    const node = findBlock(edited, blockId);
    if (!node) continue;
    const wanted = ofBlock.map((origin) => ({ keys: toListKeys(origin), origin }));
    replaceBlock(edited, node, changeInside(getBlock(node), wanted, change));
  }
}

/** Lists that lead from a block to an item or a button, with its id. */
function toListKeys({ itemId, pathId }: Origin): [key: string, id: string][] {
  return [
    ...(itemId === undefined ? [] : [['items', itemId] as [string, string]]),
    ...(pathId === undefined ? [] : [['paths', pathId] as [string, string]]),
  ];
}

/** An element to change, and the lists that lead there from where the search is. */
type Wanted = { keys: [key: string, id: string][]; origin: Origin };

function changeInside(
  element: JsonObject,
  wanted: readonly Wanted[],
  change: (owner: JsonObject, origin: Origin) => JsonObject,
): JsonObject {
  const own = wanted.findLast(({ keys }) => keys.length === 0);
  let changed = own ? change(element, own.origin) : element;
  for (const listKey of ['items', 'paths']) {
    const inList = wanted.filter(({ keys: [first] }) => first?.[0] === listKey);
    if (inList.length === 0) continue;
    const byId = Map.groupBy(inList, ({ keys: [first] }) => first?.[1]);
    const list = getElements(element, listKey).map((one) => {
      const inside = isJsonObject(one) && typeof one.id === 'string' ? byId.get(one.id) : undefined;
      if (!inside || !isJsonObject(one)) return one;
      byId.delete(String(one.id));
      const inner = inside.map(({ keys, origin }) => ({ keys: keys.slice(1), origin }));
      return changeInside(one, inner, change);
    });
    if (Object.hasOwn(element, listKey)) changed = withKey(changed, listKey, list);
  }
  return changed;
}

/**
 * Lists the elements that name an edge, each with the key that follows the name. Elements that no id leads to, and so
 * no operation, are left out.
 */
export function findNamers(edited: EditedDocument, edgeId: string): Origin[] {
  const nodes = [...(edited.namers.get(edgeId) ?? [])];
  const blocks = nodes.filter((node) => findBlock(edited, String(getBlock(node).id)) === node).map(getBlock);
  const owners: Owner[] = [
    ...takeFirst(edited.events).map((owner) => ({ owner, origin: { eventId: owner.id } })),
    ...blocks.flatMap((block) => listOwners(block, takeFirst)),
  ];
  return owners
    .filter(({ owner }) => owner[EDGE_KEY] === edgeId)
    .map(({ owner, origin }) => ({ ...origin, ...findKeyAfter(owner) }));
}

/** An element that can name an edge. */
type Owner = { owner: JsonObject; origin: Origin };

type Identified = JsonObject & { id: string };

/** Leaves out elements with an id that one before them has. Ids lead to the first. */
function takeFirst<T extends Identified>(elements: readonly T[]): T[] {
  const ids = new Set<string>();
  return elements.filter(({ id }) => ids.size < ids.add(id).size);
}

/**
 * Lists the elements of a block that can name an edge, the block first.
 *
 * @param select elements of a list to go through. Absent: all
 */
function listOwners(
  block: JsonObject,
  select = (elements: readonly Identified[]): readonly Identified[] => elements,
): Owner[] {
  const { id: blockId } = block;
  if (typeof blockId !== 'string') return [];
  return [
    { owner: block, origin: { blockId } },
    ...select(listIdentified(block, 'items')).flatMap((item) => [
      { owner: item, origin: { blockId, itemId: item.id } },
      ...select(listIdentified(item, 'paths')).map((button) => ({
        owner: button,
        origin: { blockId, itemId: item.id, pathId: button.id },
      })),
    ]),
  ];
}

function listIdentified(element: JsonObject, key: string): Identified[] {
  return getElements(element, key).filter(
    (one): one is Identified => isJsonObject(one) && typeof one.id === 'string',
  );
}

function findKeyAfter(owner: JsonObject): Pick<Origin, 'before'> {
  const before = Object.hasOwn(owner, EDGE_KEY) ? findNextKey(owner, EDGE_KEY) : undefined;
  return before === undefined ? {} : { before };
}

/** Lists the ids of edges that one version of a block or event names, and the other does not at the same element. */
export function findChangedNames(before: JsonObject, after: JsonObject): string[] {
  const [old, changed] = [mapNames(before), mapNames(after)];
  const origins = new Set([...old.keys(), ...changed.keys()]);
  return [...origins].flatMap((origin) => {
    const ids = [old.get(origin), changed.get(origin)];
    return ids[0] === ids[1] ? [] : ids.filter((id) => id !== undefined);
  });
}

function mapNames(element: JsonObject): Map<string, string> {
  return new Map(
    listOwners(element).flatMap(({ owner, origin: { itemId, pathId } }) => {
      const edgeId = owner[EDGE_KEY];
      return typeof edgeId === 'string' ? [[JSON.stringify([itemId, pathId]), edgeId]] : [];
    }),
  );
}

/** Whether the group that an edge leads to is in the document, and in it the block that it leads to. */
export function hasTarget(edited: EditedDocument, { to }: Edge): boolean {
  const group = findGroup(edited, to.groupId);
  if (!group) return false;
  return (
    to.blockId === undefined ||
    group.blocks.some(({ value }) => isJsonObject(value) && value.id === to.blockId)
  );
}
