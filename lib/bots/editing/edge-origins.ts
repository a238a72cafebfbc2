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
import type { Origin } from './operation.ts';
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

/** Changes the edge that an element names. It has to be there. */
export function setOutgoingEdge(edited: EditedDocument, origin: Origin, edgeId: string | undefined): void {
  const change = (owner: JsonObject): JsonObject =>
    edgeId === undefined ? withoutKey(owner, EDGE_KEY) : withKey(owner, EDGE_KEY, edgeId, origin.before);
  if (origin.eventId !== undefined) {
    const index = findIndexById(edited.events, origin.eventId);
    const event = edited.events[index];
    if (event) edited.events[index] = change(event) as typeof event;
    return;
  }
  const node = findBlock(edited, origin.blockId ?? '');
  if (node) replaceBlock(edited, node, changeInLists(getBlock(node), toListKeys(origin), change));
}

/** Lists that lead from a block to an item or a button, with its id. */
function toListKeys({ itemId, pathId }: Origin): [key: string, id: string][] {
  return [
    ...(itemId === undefined ? [] : [['items', itemId] as [string, string]]),
    ...(pathId === undefined ? [] : [['paths', pathId] as [string, string]]),
  ];
}

function changeInLists(
  element: JsonObject,
  [first, ...others]: [key: string, id: string][],
  change: (owner: JsonObject) => JsonObject,
): JsonObject {
  if (!first) return change(element);
  const [key, id] = first;
  const list = getElements(element, key);
  const index = findIndexById(list, id);
  return withKey(element, key, list.with(index, changeInLists(list[index] as JsonObject, others, change)));
}

/**
 * Lists the elements that name an edge, each with the key that follows the name. Elements that no id leads to, and so
 * no operation, are left out.
 */
export function findNamers(edited: EditedDocument, edgeId: string): Origin[] {
  const events = edited.events.filter(({ outgoingEdgeId }) => outgoingEdgeId === edgeId);
  const blocks = [...(edited.namers.get(edgeId) ?? [])].map(({ value }) => value as JsonObject);
  const owners = [
    ...events.map((owner) => ({ owner: owner as JsonObject, origin: { eventId: owner.id } as Origin })),
    ...blocks.flatMap(listOwners),
  ];
  return owners
    .filter(({ owner, origin }) => owner[EDGE_KEY] === edgeId && findOwner(edited, origin) === owner)
    .map(({ owner, origin }) => ({ ...origin, ...findKeyAfter(owner) }));
}

/** Lists the elements of a block that can name an edge, the block first. */
function listOwners(block: JsonObject): { owner: JsonObject; origin: Origin }[] {
  const { id: blockId } = block;
  if (typeof blockId !== 'string') return [];
  return [
    { owner: block, origin: { blockId } },
    ...listIdentified(block, 'items').flatMap((item) => [
      { owner: item, origin: { blockId, itemId: item.id } },
      ...listIdentified(item, 'paths').map((button) => ({
        owner: button,
        origin: { blockId, itemId: item.id, pathId: button.id },
      })),
    ]),
  ];
}

function listIdentified(element: JsonObject, key: string): (JsonObject & { id: string })[] {
  return getElements(element, key).filter(
    (one): one is JsonObject & { id: string } => isJsonObject(one) && typeof one.id === 'string',
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
