import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { isStepsEra } from '#lib/bots/document/steps-to-blocks.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * An edge is drawn from a block, an item or an event, but followed only if that names it as its `outgoingEdgeId`.
 * Many public documents have edges that nothing names: an editor shows the arrow, and every chat ends there. All
 * functions take documents of any age, and documents that are not valid.
 */

/** An edge that nothing names, at the block, item or event that it comes from. */
export type UnnamedEdge = {
  edgeId: string;
  /** Where its name is missing, in today's form: `bot.groups[0].blocks[1].outgoingEdgeId`. */
  path: string;
  origin: EdgeOrigin;
  /**
   * Why the edge stays as it is when edges are connected: its origin names another edge, is followed by other blocks
   * of the group, or has several edges that nothing names. Undefined if it can be connected.
   */
  obstacle: 'namesAnother' | 'blocksFollow' | 'several' | undefined;
};

/** Sources that an edge can have. */
export type EdgeOrigin = {
  kind: 'event' | 'block' | 'item';
  /** The event, block, item, or button of a card. */
  owner: JsonObject;
  /** Undefined for events. */
  block: JsonObject | undefined;
  isLastInGroup: boolean;
  path: string;
};

/** Lists the edges that lead from an existing block, item or event to an existing group, and that nothing names. */
export function findUnnamedEdges(document: JsonObject): UnnamedEdge[] {
  const names = namesIn(document);
  const groups = listIn(document, names.groups).filter(isJsonObject);
  const groupIds = new Set(groups.map(({ id }) => id));
  const edges = listIn(document, 'edges').filter(isJsonObject);
  const edgeIds = new Set(edges.map(({ id }) => id));
  const origins = listOrigins(document);
  const named = new Set(origins.map(({ owner }) => owner.outgoingEdgeId));
  // The first of several with the same id is the one that chats find.
  const byKey = new Map(origins.map((origin) => [origin.key, origin] as const).toReversed());
  byKey.delete(undefined);

  const targets = new Map<Keyed, Set<string>>();
  const found = edges.flatMap((edge) => {
    if (typeof edge.id !== 'string' || named.has(edge.id)) return [];
    const to = isJsonObject(edge.to) ? edge.to : {};
    const origin = byKey.get(toOriginKey(edge.from, names.blockRef));
    if (!origin || !groupIds.has(to[names.groupRef])) return [];
    const target = toKey(to[names.groupRef], to[names.blockRef] ?? '') ?? '';
    const known = targets.get(origin) ?? new Set<string>();
    const isRepeated = known.has(target);
    targets.set(origin, known.add(target));
    return isRepeated ? [] : [{ edgeId: edge.id, origin }];
  });
  return found.map(({ edgeId, origin }): UnnamedEdge => {
    const obstacle = edgeIds.has(origin.owner.outgoingEdgeId)
      ? 'namesAnother'
      : origin.kind === 'block' && !origin.isLastInGroup
        ? 'blocksFollow'
        : (targets.get(origin)?.size ?? 0) > 1
          ? 'several'
          : undefined;
    return { edgeId, path: `${origin.path}.outgoingEdgeId`, origin, obstacle };
  });
}

/**
 * Returns the document with each edge that nothing names connected to what it comes from, and a warning for each.
 * Nothing else changes, not even the order of keys. Edges with an obstacle stay as they are. If there is nothing to
 * connect, returns the document itself.
 */
export function connectEdges<T extends JsonObject>(document: T): { document: T; warnings: Warning[] } {
  const toConnect = findUnnamedEdges(document).filter(({ obstacle }) => obstacle === undefined);
  if (toConnect.length === 0) return { document, warnings: [] };
  const edgeIds = new Map(toConnect.map(({ origin, edgeId }) => [origin.owner, edgeId]));
  const names = namesIn(document);
  const connect = (value: unknown): unknown => {
    const edgeId = isJsonObject(value) ? edgeIds.get(value) : undefined;
    return edgeId === undefined ? value : { ...(value as JsonObject), outgoingEdgeId: edgeId };
  };
  const connectBlock = (block: unknown): unknown =>
    connectWith(block, connect, 'items', (item) => connectWith(item, connect, 'paths', connect));
  const groups = (group: unknown): unknown =>
    isJsonObject(group) ? withList(group, names.blocksOf(group), connectBlock) : group;
  return {
    document: withList(withList(document, names.groups, groups), 'events', connect) as T,
    warnings: toConnect.map(({ path, edgeId }) => ({
      code: 'CONNECTED',
      path,
      message: `named no edge; connected to ${edgeId.slice(0, 60).toWellFormed()}, which leads from here`,
    })),
  };
}

type Keyed = EdgeOrigin & { key: string | undefined };

function listOrigins(document: JsonObject): Keyed[] {
  const names = namesIn(document);
  const events = listIn(document, 'events').flatMap((owner, index): Keyed[] =>
    isJsonObject(owner)
      ? [
          {
            kind: 'event',
            owner,
            block: undefined,
            isLastInGroup: false,
            path: `bot.events[${index}]`,
            key: toKey(EVENT, owner.id),
          },
        ]
      : [],
  );
  const blocks = listIn(document, names.groups).flatMap((group, groupIndex) => {
    if (!isJsonObject(group)) return [];
    const list = listIn(group, names.blocksOf(group));
    return list.flatMap((block, index): Keyed[] => {
      if (!isJsonObject(block)) return [];
      const path = `bot.groups[${groupIndex}].blocks[${index}]`;
      const base = { block, isLastInGroup: index === list.length - 1 };
      return [
        { ...base, kind: 'block', owner: block, path, key: toKey(BLOCK, block.id) },
        ...listItemOrigins(block, path).map((item) => ({ ...base, kind: 'item' as const, ...item })),
      ];
    });
  });
  return [...events, ...blocks];
}

/** Items, and the buttons of cards. */
function listItemOrigins(block: JsonObject, blockPath: string) {
  return listIn(block, 'items').flatMap((item, index) => {
    if (!isJsonObject(item)) return [];
    const path = `${blockPath}.items[${index}]`;
    const buttons = listIn(item, 'paths').flatMap((owner, button) =>
      isJsonObject(owner)
        ? [
            {
              owner,
              path: `${path}.paths[${button}]`,
              key: toKey(BLOCK, block.id, item.id, owner.id),
            },
          ]
        : [],
    );
    return [{ owner: item, path, key: toKey(BLOCK, block.id, item.id) }, ...buttons];
  });
}

/** Key of what an edge comes from. */
function toOriginKey(from: unknown, blockRef: string): string | undefined {
  const { eventId, itemId, pathId, [blockRef]: blockId } = isJsonObject(from) ? from : {};
  if (typeof eventId === 'string') return toKey(EVENT, eventId);
  if (itemId === undefined) return toKey(BLOCK, blockId);
  return pathId === undefined ? toKey(BLOCK, blockId, itemId) : toKey(BLOCK, blockId, itemId, pathId);
}

/** Ids as the key of an origin, from the outside in. Undefined if one of them is not a text: no edge can name it. */
function toKey(...ids: unknown[]): string | undefined {
  return ids.every((id) => typeof id === 'string') ? JSON.stringify(ids) : undefined;
}

const EVENT = 'event';
const BLOCK = 'block';

/** Names of the lists and references, which differed until June 2022. */
function namesIn(document: JsonObject) {
  return isStepsEra(document)
    ? {
        groups: 'blocks',
        blocksOf: (group: JsonObject) => (Object.hasOwn(group, 'blocks') ? 'blocks' : 'steps'),
        groupRef: 'blockId',
        blockRef: 'stepId',
      }
    : { groups: 'groups', blocksOf: () => 'blocks', groupRef: 'groupId', blockRef: 'blockId' };
}

function listIn(object: JsonObject, key: string): unknown[] {
  const list = object[key];
  return Array.isArray(list) ? list : [];
}

function connectWith(
  value: unknown,
  connect: (value: unknown) => unknown,
  key: string,
  change: (element: unknown) => unknown,
): unknown {
  const inner = isJsonObject(value) ? withList(value, key, change) : value;
  if (inner === value) return connect(value);
  // The copy is not in the map, so its own edge is taken from the original.
  const connected = connect(value);
  return connected === value
    ? inner
    : { ...(inner as JsonObject), outgoingEdgeId: (connected as JsonObject).outgoingEdgeId };
}

/** Applies `change` to each element of a list. Returns the object itself if nothing changes. */
function withList(object: JsonObject, key: string, change: (element: unknown) => unknown): JsonObject {
  const list = listIn(object, key);
  const changed = list.map(change);
  return changed.every((element, index) => element === list[index]) ? object : { ...object, [key]: changed };
}
