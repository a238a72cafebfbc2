import type { BotDocument, Coordinates } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks, getEdgeOwners, getJump } from '#lib/bots/flow/flow-graph.ts';
import {
  BLOCK_HEIGHT,
  EVENT_HEIGHT,
  EVENT_WIDTH,
  GROUP_WIDTH,
  ITEM_HEIGHT,
  TITLE_HEIGHT,
} from '#lib/bots/flow/flow-layout.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { getElements } from './edited-document.ts';
import type { EditOperation, GraphPosition } from './operation.ts';

/*
 * Tidies the picture of a flow: groups are in columns from left to right, each behind all that lead to it, and beside the
 * first of these. Ways back are left out. Coordinates depend on the flow alone, so tidying again moves nothing.
 */

/** Pixels between columns. */
const COLUMN_GAP = 160;
/** Pixels between groups of a column. */
const ROW_GAP = 60;
const EVENT_DISTANCE = EVENT_HEIGHT + ROW_GAP;

/** Ids of groups by the id of the group or event that leads to them. */
type Graph = Map<string, string[]>;

/** Moves groups and events. There may be more operations than one request takes; they can be sent in parts. */
export function planLayout(document: BotDocument): EditOperation[] {
  const events = document.events ?? [];
  const graph = createGraph(document);
  const starts = listStarts(document);
  const columns = assignColumns(graph, starts);
  const coordinates = placeGroups(document, graph, starts, columns);
  const moves: EditOperation[] = [];
  for (const [index, { id, graphCoordinates }] of events.entries()) {
    const value = { x: 0, y: index * EVENT_DISTANCE };
    const was = toPosition(graphCoordinates);
    if (isElsewhere(was, value)) moves.push({ op: 'moveEvent', eventId: id, was, value });
  }
  for (const { id, graphCoordinates } of document.groups) {
    const value = coordinates.get(id);
    const was = toPosition(graphCoordinates);
    // Only the first of several groups with the same id can be moved.
    coordinates.delete(id);
    if (value && isElsewhere(was, value)) moves.push({ op: 'moveGroup', groupId: id, was, value });
  }
  return moves;
}

function toPosition({ x, y }: Coordinates): GraphPosition {
  return { x, y };
}

function isElsewhere(was: GraphPosition, value: GraphPosition): boolean {
  return was.x !== value.x || was.y !== value.y;
}

function createGraph(document: BotDocument): Graph {
  const edges = edgesById(document);
  const groupIds = new Set(document.groups.map(({ id }) => id));
  const graph: Graph = new Map(document.groups.map(({ id }) => [id, []]));
  const link = (id: string, target: string | undefined): void => {
    if (target !== undefined && groupIds.has(target)) graph.get(id)?.push(target);
  };
  for (const { group, block, path } of getBlocks(document)) {
    for (const { edgeId } of getEdgeOwners(block, path)) link(group.id, edges.get(edgeId)?.to.groupId);
    link(group.id, getJump(block, undefined)?.groupId);
  }
  return graph;
}

/** Lists the groups that events lead to, with the vertical position of the event. */
function listStarts(document: BotDocument): Map<string, number> {
  const edges = edgesById(document);
  const starts = (document.events ?? []).flatMap(({ outgoingEdgeId }, index) => {
    const target = outgoingEdgeId === undefined ? undefined : edges.get(outgoingEdgeId)?.to.groupId;
    return target === undefined ? [] : [[target, index * EVENT_DISTANCE] as const];
  });
  return new Map(starts.toReversed());
}

/** Returns the number of the column of each group: one more than that of any group that leads to it. */
function assignColumns(graph: Graph, starts: ReadonlyMap<string, number>): Map<string, number> {
  const { order, waysBack } = sortGroups(graph, [
    ...[...starts.keys()].toReversed(),
    ...findRoots(graph),
    ...graph.keys(),
  ]);
  const columns = new Map(order.map((id) => [id, 0]));
  for (const id of order) {
    for (const target of graph.get(id) ?? []) {
      if (waysBack.has(toWay(id, target))) continue;
      columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(id) ?? 0) + 1));
    }
  }
  return columns;
}

function findRoots(graph: Graph): string[] {
  const targets = new Set([...graph.values()].flat());
  return [...graph.keys()].filter((id) => !targets.has(id));
}

function toWay(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

/**
 * Sorts groups so that each comes before those it leads to, except for ways back, which lead to a group that leads here.
 * Not recursive: a flow can be a chain of thousands of groups.
 */
function sortGroups(graph: Graph, starts: readonly string[]): { order: string[]; waysBack: Set<string> } {
  const finished: string[] = [];
  const waysBack = new Set<string>();
  const states = new Map<string, 'open' | 'finished'>();
  for (const start of starts) {
    if (states.has(start) || !graph.has(start)) continue;
    const path = [{ id: start, next: 0 }];
    states.set(start, 'open');
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const target = graph.get(step.id)?.[step.next];
      step.next += 1;
      if (target === undefined) {
        states.set(step.id, 'finished');
        finished.push(step.id);
        path.pop();
      } else if (!states.has(target)) {
        states.set(target, 'open');
        path.push({ id: target, next: 0 });
      } else if (states.get(target) === 'open') waysBack.add(toWay(step.id, target));
    }
  }
  return { order: finished.toReversed(), waysBack };
}

/** Places each column's groups below one another, in the order of what leads to them. */
function placeGroups(
  { groups }: BotDocument,
  graph: Graph,
  starts: ReadonlyMap<string, number>,
  columns: ReadonlyMap<string, number>,
): Map<string, GraphPosition> {
  const heights = new Map(groups.toReversed().map((group) => [group.id, measureHeight(group.blocks)]));
  const wantedY = new Map(starts);
  const getRank = (id: string): number => wantedY.get(id) ?? Number.MAX_VALUE;
  const coordinates = new Map<string, GraphPosition>();
  const byColumn = Map.groupBy(graph.keys(), (id) => columns.get(id) ?? 0);
  for (const column of [...byColumn.keys()].toSorted((a, b) => a - b)) {
    const x = EVENT_WIDTH + COLUMN_GAP + column * (GROUP_WIDTH + COLUMN_GAP);
    let top = 0;
    const ids = byColumn.get(column) ?? [];
    for (const id of ids.toSorted((a, b) => getRank(a) - getRank(b))) {
      const y = Math.max(top, wantedY.get(id) ?? 0);
      coordinates.set(id, { x, y });
      top = y + (heights.get(id) ?? 0) + ROW_GAP;
      for (const target of graph.get(id) ?? []) {
        wantedY.set(target, Math.min(getRank(target), y));
      }
    }
  }
  return coordinates;
}

function measureHeight(blocks: readonly unknown[]): number {
  return blocks.reduce<number>((height, block) => {
    const items = isJsonObject(block) ? getElements(block, 'items') : [];
    const buttons = items.flatMap((item) => (isJsonObject(item) ? getElements(item, 'paths') : []));
    return height + BLOCK_HEIGHT + (items.length + buttons.length) * ITEM_HEIGHT;
  }, TITLE_HEIGHT);
}
