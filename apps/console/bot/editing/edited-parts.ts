import { getBlockType } from '#lib/blocks/block-types.ts';
import { AB_TEST } from '#lib/blocks/logic/ab-test.ts';
import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import type { BotDocument, BotEvent, Edge, Group } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { EVENT_HEIGHT, GROUP_WIDTH } from '#lib/bots/flow/flow-layout.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { Named } from '../forms/named.ts';

/** Gap between a new group and its neighbor. */
const GAP = 80;

/** The part of the flow that is open in the editor. Without a group, block or event, the outline. */
export type Selection = {
  groupId?: string | undefined;
  blockId?: string | undefined;
  eventId?: string | undefined;
};

export type EditedBlock = JsonObject & { id: string };
/** Element that an edge begins at: an event, a block, an item of a block, or a button of an item. */
export type EdgeSource = { eventId: string } | { blockId: string; itemId?: string; pathId?: string };

/** Position of a new group: exactly, or to the right of another group. */
export type GroupPosition = { at: { x: number; y: number } } | { besideId: string | undefined };

/**
 * Adds a group, by default to the right of all others.
 *
 * @param from what leads to it. By default the start, if it leads nowhere yet
 */
export function planGroup(
  document: BotDocument,
  newId: () => string,
  position: GroupPosition = { besideId: undefined },
  from: EdgeSource | undefined = findFreeStart(document),
): { groupId: string; operations: EditOperation[] } {
  const group: Group = {
    id: newId(),
    title: `Group ${document.groups.length + 1}`,
    graphCoordinates: 'at' in position ? position.at : chooseCoordinates(document, position.besideId),
    blocks: [],
  };
  const addition: EditOperation = { op: 'addGroup', value: group };
  if (!from) return { groupId: group.id, operations: [addition] };
  const added = { ...document, groups: [...document.groups, group] };
  const connection = planConnection(added, from, { groupId: group.id }, newId);
  return { groupId: group.id, operations: [addition, ...connection] };
}

function findFreeStart({ events, edges }: BotDocument): EdgeSource | undefined {
  const start = events?.find(({ type }) => type === 'start');
  const isFree = start && !edges.some(({ id }) => id === start.outgoingEdgeId);
  return isFree ? { eventId: start.id } : undefined;
}

/** Whether nothing has been set in a block since it was added. */
export function isUntouched({ id: _id, type: _type, items, ...others }: EditedBlock): boolean {
  const isBare = (item: unknown) => isJsonObject(item) && !('content' in item) && !('title' in item);
  return (
    Object.keys(others).length === 0 && (items === undefined || (Array.isArray(items) && items.every(isBare)))
  );
}

/** Chooses where a new group goes: to the right of another, or of the rightmost one, below what is there. */
export function chooseCoordinates(
  { groups }: BotDocument,
  besideId: string | undefined,
): { x: number; y: number } {
  const beside =
    groups.find(({ id }) => id === besideId) ??
    groups.toSorted((a, b) => b.graphCoordinates.x - a.graphCoordinates.x)[0];
  if (!beside) return { x: 300, y: 0 };
  const next = { x: beside.graphCoordinates.x + GROUP_WIDTH + GAP, y: beside.graphCoordinates.y };
  const isTaken = () =>
    groups.some(
      ({ graphCoordinates: { x, y } }) =>
        Math.abs(x - next.x) < GROUP_WIDTH && Math.abs(y - next.y) < GAP * 2,
    );
  while (isTaken()) next.y += GAP * 2;
  return next;
}

/** Makes an event below the others. */
export function createEvent({ events }: BotDocument, type: BotEvent['type'], newId: () => string): BotEvent {
  const lowest = Math.max(...(events ?? []).map(({ graphCoordinates }) => graphCoordinates.y));
  const y = Number.isFinite(lowest) ? lowest + EVENT_HEIGHT + GAP : 0;
  return { id: newId(), type, graphCoordinates: { x: 0, y } };
}

/** Makes a block with what its type cannot do without. */
export function createBlock(type: string, newId: () => string): EditedBlock {
  const block = { id: newId(), type };
  if (type === AB_TEST.type) {
    return { ...block, items: ['a', 'b'].map((path) => ({ id: newId(), path })) };
  }
  return getBlockType(block)?.items ? { ...block, items: [{ id: newId() }] } : block;
}

/** Finds the edge that a source names. */
export function findEdge(document: BotDocument, from: EdgeSource): Edge | undefined {
  const source = findSource(document, from);
  return document.edges.find(({ id }) => id === source?.outgoingEdgeId);
}

function findSource(document: BotDocument, from: EdgeSource): JsonObject | undefined {
  if ('eventId' in from) return document.events?.find(({ id }) => id === from.eventId);
  const block = readBlock(document, from.blockId)?.block;
  if (!block || from.itemId === undefined) return block;
  const item = findById(block.items, from.itemId);
  return from.pathId === undefined ? item : findById(item?.paths, from.pathId);
}

/** Lists the places in a block where a chat can leave it, besides its end. */
export function listSources(block: EditedBlock): { from: EdgeSource; element: JsonObject }[] {
  const items = Array.isArray(block.items) ? block.items.filter(isJsonObject) : [];
  return items.flatMap((item) => {
    const itemId = String(item.id);
    const buttons = Array.isArray(item.paths) ? item.paths.filter(isJsonObject) : [];
    if (getBlockType(block)?.items?.hasButtons) {
      return buttons.map((button) => ({
        from: { blockId: block.id, itemId, pathId: String(button.id) },
        element: button,
      }));
    }
    return [{ from: { blockId: block.id, itemId }, element: item }];
  });
}

export type BlockInGroup = { block: EditedBlock; group: Group; index: number };

/** Finds a block by its id, and where it is. */
export function readBlock({ groups }: BotDocument, blockId: string): BlockInGroup | undefined {
  for (const group of groups) {
    const index = group.blocks.findIndex((block) => isJsonObject(block) && block.id === blockId);
    const block = group.blocks[index];
    if (isJsonObject(block)) return { block: block as EditedBlock, group, index };
  }
  return undefined;
}

/** Names the blocks of a group by position and type. */
export function listBlockNames(blocks: readonly unknown[]): Named[] {
  return blocks.filter(isJsonObject).map((block, index) => ({
    id: String(block.id),
    name: `${index + 1}. ${getBlockType(block)?.label ?? String(block.type)}`,
  }));
}

/** Says what a deletion would break: a sentence for each kind of reference from elsewhere. Empty: nothing. */
export function describeBreakage(
  document: BotDocument,
  deleted: { groupId: string; blockId?: string },
): string {
  const { groupId, blockId } = deleted;
  const group = document.groups.find(({ id }) => id === groupId);
  const inside = new Set(group?.blocks.map((block) => (isJsonObject(block) ? block.id : undefined)));
  const arriving = document.edges.filter(({ from, to }) =>
    blockId === undefined ? to.groupId === groupId && !inside.has(from.blockId) : to.blockId === blockId,
  );
  const jumps = document.groups
    .filter(({ id }) => blockId !== undefined || id !== groupId)
    .flatMap(({ blocks }) => blocks)
    .filter((block) => isJsonObject(block) && leadsTo(block, deleted));
  return [
    arriving.length > 0 &&
      `${count(arriving.length, 'connection')} that ${arriving.length === 1 ? 'leads' : 'lead'} here will be removed.`,
    jumps.length > 0 &&
      `${count(jumps.length, 'jump')} to it will lose ${jumps.length === 1 ? 'its' : 'their'} target.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function leadsTo(block: JsonObject, { groupId, blockId }: { groupId: string; blockId?: string }): boolean {
  if (block.type !== JUMP.type && block.type !== BOT_LINK.type) return false;
  const options = isJsonObject(block.options) ? block.options : {};
  return options.groupId === groupId && (blockId === undefined || options.blockId === blockId);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function findById(list: unknown, id: string): JsonObject | undefined {
  const found = Array.isArray(list) ? list.find((one) => isJsonObject(one) && one.id === id) : undefined;
  return found as JsonObject | undefined;
}
