import type { BotEvent, BotFlow, Coordinates, Edge } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { changeBlocks } from './change-blocks.ts';
import { createUnusedId } from './unused-id.ts';

/**
 * Replaces the start block with a start event and makes defaults that version 6 has changed explicit. The
 * result always has a start event, even if there was no start block.
 */
export function v5ToV6<T extends BotFlow>(document: T): T {
  const start = findStart(document.groups);
  const startEvent = start && createStartEvent(document, start);
  const groups = document.groups.filter((group) => !isStartGroup(group));
  return {
    ...document,
    version: '6',
    events: startEvent ? [startEvent, ...otherEvents(document)] : eventsWithoutStartBlock(document),
    groups: changeBlocks(groups, (blocks) => blocks.filter((block) => !isStart(block)).map(upgradeBlock)),
    edges: startEvent ? edgesFromEvent(startEvent, document.edges) : document.edges,
  };
}

type Start = { group: JsonObject; block: JsonObject };

/** Finds the first start block, where the bot begins. Later ones have no effect in a chat and are dropped. */
function findStart(groups: unknown[]): Start | undefined {
  for (const group of groups) {
    if (!isJsonObject(group)) continue;
    const block = getBlocks(group).find(isStart);
    if (block !== undefined) return { group, block };
  }
  return undefined;
}

/** Whether the value is a start block or a start event, which share a type. */
function isStart(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.type === 'start';
}

function getBlocks(group: JsonObject): unknown[] {
  return Array.isArray(group.blocks) ? group.blocks : [];
}

/** An empty group is not a start group: its owner created it, and edges may lead to it. */
function isStartGroup(group: unknown): boolean {
  if (!isJsonObject(group)) return false;
  const blocks = getBlocks(group);
  return blocks.length > 0 && blocks.every(isStart);
}

/** Keys dropped along with the start block and its group. Any other keys are unknown and move to the event. */
const START_GROUP_KEYS = ['id', 'title', 'graphCoordinates', 'blocks', 'outgoingEdgeId'];
const START_BLOCK_KEYS = ['id', 'type', 'label', 'groupId', 'outgoingEdgeId'];

function createStartEvent(document: BotFlow, { group, block }: Start): BotEvent {
  return {
    ...(isStartGroup(group) ? without(group, START_GROUP_KEYS) : {}),
    ...without(block, START_BLOCK_KEYS),
    id: startEventId(document, group),
    type: 'start',
    graphCoordinates: isCoordinates(group.graphCoordinates) ? group.graphCoordinates : { x: 0, y: 0 },
    // Kept even if no such edge exists: dangling references are reported elsewhere, not repaired here.
    ...(typeof block.outgoingEdgeId === 'string' ? { outgoingEdgeId: block.outgoingEdgeId } : {}),
  };
}

/** Reuses the id of the start group, as other migrations of this format do. */
function startEventId(document: BotFlow, { id }: JsonObject): string {
  const isTaken = otherEvents(document).some((event) => isJsonObject(event) && event.id === id);
  return typeof id === 'string' && id !== '' && !isTaken ? id : createUnusedId(document, 'start-event');
}

function otherEvents(document: BotFlow): BotEvent[] {
  return (document.events ?? []).filter((event) => !isStart(event));
}

function eventsWithoutStartBlock(document: BotFlow): BotEvent[] {
  const events = document.events ?? [];
  if (events.some(isStart)) return events;
  return [
    { id: createUnusedId(document, 'start-event'), type: 'start', graphCoordinates: { x: 0, y: 0 } },
    ...events,
  ];
}

const BLOCK_SOURCE_KEYS = ['blockId', 'groupId', 'itemId', 'pathId'];

/** Moves the start edge to the front and makes the event its source. The other edges keep their order. */
function edgesFromEvent(event: BotEvent, edges: Edge[]): Edge[] {
  if (event.outgoingEdgeId === undefined) return edges;
  const index = edges.findIndex((edge) => isJsonObject(edge) && edge.id === event.outgoingEdgeId);
  const edge = edges[index];
  if (edge === undefined) return edges;
  const from = isJsonObject(edge.from) ? without(edge.from, BLOCK_SOURCE_KEYS) : {};
  return [{ ...edge, from: { ...from, eventId: event.id } }, ...edges.toSpliced(index, 1)];
}

function upgradeBlock(block: unknown): unknown {
  if (!isJsonObject(block) || !isJsonObject(block.options)) return block;
  if (block.type === 'Google Sheets') return { ...block, options: withFilter(block.options) };
  if (block.type === 'Typebot link') return { ...block, options: withMergeResults(block.options) };
  return block;
}

const ACTIONS_ON_ROWS = new Set<unknown>(['Get data from sheet', 'Update a row']);

/**
 * Converts a reference cell, the single comparison of older versions, to the filter that version 6 uses. The
 * cell itself is kept for the bot's owner; version 6 ignores it.
 */
function withFilter(options: JsonObject): JsonObject {
  const cell = options.referenceCell;
  if (!ACTIONS_ON_ROWS.has(options.action) || !isJsonObject(cell) || isSet(options.filter)) return options;
  const comparison = {
    // Only has to be unique among the comparisons, and there are no others.
    id: typeof cell.id === 'string' && cell.id !== '' ? cell.id : 'reference-cell',
    ...(isSet(cell.column) ? { column: cell.column } : {}),
    comparisonOperator: 'Equal to',
    ...(isSet(cell.value) ? { value: cell.value } : {}),
  };
  return { ...options, filter: { comparisons: [comparison] } };
}

/**
 * Makes the old default explicit. Before version 6, a link merged the linked bot's results by default; since
 * version 6, it does not. A link without options leads nowhere, so there is no behaviour to preserve.
 */
function withMergeResults(options: JsonObject): JsonObject {
  return isSet(options.mergeResults) ? options : { ...options, mergeResults: true };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isCoordinates(value: unknown): value is Coordinates {
  return isJsonObject(value) && typeof value.x === 'number' && typeof value.y === 'number';
}

function without(object: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
