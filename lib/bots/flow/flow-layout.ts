import type { BlockFamily } from '#lib/blocks/block-type.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import type { BotFlow, Coordinates } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { blockExcerpt, itemExcerpt, type ShownNames } from './block-excerpt.ts';

/*
 * Positions in the picture: the document's own coordinates, with boxes as wide as editors draw them. All values
 * are pixels before scaling.
 */

export const GROUP_WIDTH = 300;
export const TITLE_HEIGHT = 36;
export const EVENT_WIDTH = 130;
export const EVENT_HEIGHT = 40;
export const BLOCK_HEIGHT = 30;
export const ITEM_HEIGHT = 24;
const PADDING = 8;

/**
 * Maximum number of groups drawn; the rest are only counted. More would make a picture of several megabytes
 * that nobody can read.
 */
const MAX_GROUPS = 1_000;
const MAX_ROWS = 6_000;
const MAX_ROWS_PER_GROUP = 60;

/** Upper bound for coordinates, because a wider picture would be too small to read. */
const MAX_COORDINATE = 100_000;

export type Row = {
  kind: 'block' | 'item';
  /** The block, or the block of the item. Absent if it has no id. */
  blockId?: string;
  /** The item that the row shows, and the button of it. Absent for a card, which leads nowhere, and without an id. */
  itemId?: string;
  pathId?: string;
  /** Vertical middle of the row. */
  y: number;
  label: string;
  family: BlockFamily | 'unknown';
  excerpt: string;
};

export type GroupBox = {
  id: string;
  x: number;
  y: number;
  height: number;
  title: string;
  rows: Row[];
  hiddenRows: number;
};
export type EventBox = { id: string; x: number; y: number; label: string };

/** A point where a line can begin or end, and the top and bottom of the box that the line must avoid. */
export type Port = Coordinates & { top: number; bottom: number };

export type Layout = {
  groups: GroupBox[];
  events: EventBox[];
  hiddenGroups: number;
  /** Where each edge leaves, keyed by the path of the element that refers to it, without `.outgoingEdgeId`. */
  exits: Map<string, Port>;
  /** Where edges arrive at groups and at blocks, by id. */
  groupEntries: Map<string, Port>;
  blockEntries: Map<string, Port>;
};

export function createLayout(flow: BotFlow): Layout {
  const names: ShownNames = {
    groupTitles: new Map(flow.groups.map(({ id, title }) => [id, title])),
    variableNames: new Map(flow.variables.map(({ id, name }) => [id, name])),
  };
  const layout: Layout = {
    groups: [],
    events: [],
    hiddenGroups: 0,
    exits: new Map(),
    groupEntries: new Map(),
    blockEntries: new Map(),
  };
  for (const [index, event] of (flow.events ?? []).slice(0, MAX_GROUPS).entries()) {
    const { x, y } = getCoordinates(event.graphCoordinates);
    layout.events.push({ id: event.id, x, y, label: eventLabel(event) });
    layout.exits.set(`bot.events[${index}]`, {
      x: x + EVENT_WIDTH,
      y: y + EVENT_HEIGHT / 2,
      top: y,
      bottom: y + EVENT_HEIGHT,
    });
  }
  let rowsLeft = MAX_ROWS;
  for (const [index, group] of flow.groups.entries()) {
    if (layout.groups.length === MAX_GROUPS || rowsLeft <= 0) {
      layout.hiddenGroups = flow.groups.length - layout.groups.length;
      break;
    }
    const box = placeGroup(
      group,
      `bot.groups[${index}]`,
      Math.min(MAX_ROWS_PER_GROUP, rowsLeft),
      names,
      layout,
    );
    rowsLeft -= box.rows.length;
    layout.groups.push(box);
    if (!layout.groupEntries.has(group.id)) {
      layout.groupEntries.set(group.id, {
        x: box.x,
        y: box.y + TITLE_HEIGHT / 2,
        top: box.y,
        bottom: box.y + box.height,
      });
    }
  }
  return layout;
}

function placeGroup(
  group: BotFlow['groups'][number],
  path: string,
  maxRows: number,
  names: ShownNames,
  layout: Layout,
): GroupBox {
  const { x, y } = getCoordinates(group.graphCoordinates);
  const rows: Row[] = [];
  const ports: Port[] = [];
  const port = (atX: number, atY: number): Port => {
    const made = { x: atX, y: atY, top: y, bottom: y };
    ports.push(made);
    return made;
  };
  let hiddenRows = 0;
  let bottom = y + TITLE_HEIGHT;
  for (const [index, block] of group.blocks.entries()) {
    if (rows.length >= maxRows) {
      hiddenRows += group.blocks.length - index;
      break;
    }
    const blockPath = `${path}.blocks[${index}]`;
    const middle = bottom + BLOCK_HEIGHT / 2;
    const blockId = isJsonObject(block) && typeof block.id === 'string' ? { blockId: block.id } : {};
    rows.push({ ...blockRow(block, middle, names), ...blockId });
    bottom += BLOCK_HEIGHT;
    layout.exits.set(blockPath, port(x + GROUP_WIDTH, middle));
    if (!isJsonObject(block)) continue;
    if (typeof block.id === 'string' && !layout.blockEntries.has(block.id)) {
      layout.blockEntries.set(block.id, port(x, middle));
    }
    for (const { item, itemPath, ids } of listItems(block, blockPath)) {
      if (rows.length >= maxRows) {
        hiddenRows += 1;
        continue;
      }
      const itemMiddle = bottom + ITEM_HEIGHT / 2;
      rows.push({
        kind: 'item',
        ...blockId,
        ...ids,
        y: itemMiddle,
        label: '',
        family: 'logic',
        excerpt: itemExcerpt(item, names),
      });
      bottom += ITEM_HEIGHT;
      layout.exits.set(itemPath, port(x + GROUP_WIDTH, itemMiddle));
    }
  }
  if (hiddenRows > 0 || rows.length === 0) bottom += ITEM_HEIGHT;
  for (const one of ports) one.bottom = bottom + PADDING;
  return { id: group.id, x, y, height: bottom + PADDING - y, title: group.title, rows, hiddenRows };
}

/** Returns the items of a block, each card followed by its buttons. */
function listItems(
  block: JsonObject,
  path: string,
): { item: JsonObject; itemPath: string; ids: Pick<Row, 'itemId' | 'pathId'> }[] {
  if (!Array.isArray(block.items)) return [];
  return block.items.flatMap((item: unknown, index) => {
    if (!isJsonObject(item)) return [];
    const itemPath = `${path}.items[${index}]`;
    const buttons = Array.isArray(item.paths) ? item.paths : [];
    return [
      { item, itemPath, ids: buttons.length === 0 ? readId(item, 'itemId') : {} },
      ...buttons.flatMap((button: unknown, position) =>
        isJsonObject(button)
          ? [
              {
                item: { content: `▸ ${toPrimitiveText(button.text)}` },
                itemPath: `${itemPath}.paths[${position}]`,
                ids: { ...readId(item, 'itemId'), ...readId(button, 'pathId') },
              },
            ]
          : [],
      ),
    ];
  });
}

function readId<Name extends string>({ id }: JsonObject, name: Name): { [_ in Name]?: string } {
  return (typeof id === 'string' ? { [name]: id } : {}) as { [_ in Name]?: string };
}

function blockRow(block: unknown, y: number, names: ShownNames): Row {
  if (!isJsonObject(block)) return { kind: 'block', y, label: '?', family: 'unknown', excerpt: '' };
  const written = typeof block.type === 'string' ? block.type : '?';
  const type = BLOCK_TYPES.get(written);
  return {
    kind: 'block',
    y,
    label: type?.label ?? written,
    family: type?.family ?? 'unknown',
    excerpt: blockExcerpt(block, names),
  };
}

function eventLabel(event: JsonObject): string {
  const options = isJsonObject(event.options) ? event.options : {};
  if (event.type === 'command' && typeof options.command === 'string') return `/${options.command}`;
  return (
    { start: 'Start', command: 'Command', reply: 'Reply', invalidReply: 'Invalid reply' }[
      toPrimitiveText(event.type)
    ] ?? ''
  );
}

function getCoordinates({ x, y }: Coordinates): Coordinates {
  return { x: clamp(x), y: clamp(y) };
}

function clamp(value: number): number {
  return Math.round(Math.min(MAX_COORDINATE, Math.max(-MAX_COORDINATE, value)));
}
