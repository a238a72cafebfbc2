import type { BotDocument, Group } from '#lib/bots/document/bot-document.ts';
import { applyOperation } from '#lib/bots/editing/apply-operation.ts';
import { closeDocument, type EditedDocument, openDocument } from '#lib/bots/editing/edited-document.ts';
import { copyFragment } from '#lib/bots/editing/flow-fragment.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { planBlockCopy, planGroupCopy, planItemCopy } from '#lib/bots/editing/plan-copy.ts';
import {
  planBlockDeletion,
  planEventDeletion,
  planGroupDeletion,
  planItemDeletion,
  planVariableDeletion,
} from '#lib/bots/editing/plan-deletion.ts';
import { planInsertion } from '#lib/bots/editing/plan-insertion.ts';
import { planItemMove } from '#lib/bots/editing/plan-item-move.ts';
import { planLayout } from '#lib/bots/editing/plan-layout.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isSameJson } from '#lib/platform/json/same-json.ts';

/** Operations of one layout, which a large bot would otherwise fill a list with. */
const MAX_MOVES = 5;

type Identified = JsonObject & { id: string };
type BlockInGroup = { group: Group; block: Identified; index: number };

/** A document with elements chosen by a random number. They are undefined if it has none. */
type Choice = {
  document: BotDocument;
  seed: number;
  newId: () => string;
  group: Group | undefined;
  otherGroup: Group | undefined;
  located: BlockInGroup | undefined;
  /** A block with items, and one of them. */
  withItem: (BlockInGroup & { item: Identified; itemIndex: number }) | undefined;
};

/** Each makes operations that apply to the document, or none if it has nothing to change. */
const EDITS: Readonly<Record<string, (choice: Choice) => EditOperation[]>> = {
  addGroup: ({ seed, newId }) => [
    {
      op: 'addGroup',
      value: {
        id: newId(),
        title: 'New',
        graphCoordinates: { x: 1, y: 2 },
        blocks: [{ id: newId(), type: 'choice input', items: [{ id: newId() }, { id: newId() }] }],
      },
      index: seed % 3,
    },
  ],
  moveGroup: ({ group, seed }) =>
    group ? [{ op: 'moveGroup', groupId: group.id, was: toXy(group), value: { x: seed, y: 0 } }] : [],
  changeGroup: ({ group, newId }) =>
    group
      ? [{ op: 'changeGroup', groupId: group.id, path: ['title'], was: group.title, value: newId() }]
      : [],
  deleteGroup: ({ document, group }) => (group ? planGroupDeletion(document, group.id) : []),
  copyGroup: ({ document, group, newId }) => (group ? planGroupCopy(document, group.id, newId) : []),
  addBlock: ({ group, newId }) =>
    group
      ? [{ op: 'addBlock', groupId: group.id, value: { id: newId(), type: 'text', content: {} }, index: 1 }]
      : [],
  removeOption: ({ located, seed }) => {
    if (!located) return [];
    const { block } = located;
    const key = pick(
      Object.keys(block).filter((name) => !KEPT_KEYS.has(name)),
      seed,
    );
    return key === undefined ? [] : [{ op: 'changeBlock', blockId: block.id, path: [key], was: block[key] }];
  },
  addNote: ({ located, newId }) =>
    located && !Object.hasOwn(located.block, 'x-note')
      ? [{ op: 'changeBlock', blockId: located.block.id, path: ['x-note'], value: { id: newId() } }]
      : [],
  moveBlock: ({ located, group }) =>
    located && group
      ? [
          {
            op: 'moveBlock',
            blockId: located.block.id,
            was: { groupId: located.group.id, index: located.index },
            value: { groupId: group.id, index: 0 },
          },
        ]
      : [],
  deleteBlock: ({ document, located }) => (located ? planBlockDeletion(document, located.block.id) : []),
  copyBlock: ({ document, located, newId }) =>
    located ? planBlockCopy(document, located.block.id, newId) : [],
  addItem: ({ withItem, newId }) =>
    withItem
      ? [{ op: 'addItem', blockId: withItem.block.id, value: { id: newId(), content: 'New' }, index: 0 }]
      : [],
  changeItem: ({ withItem, seed }) =>
    withItem
      ? [
          {
            op: 'changeItem',
            blockId: withItem.block.id,
            itemId: withItem.item.id,
            path: ['content'],
            was: withItem.item.content,
            value: `Item ${seed}`,
          },
        ]
      : [],
  moveItem: ({ withItem, seed }) =>
    withItem
      ? [
          {
            op: 'moveItem',
            blockId: withItem.block.id,
            itemId: withItem.item.id,
            was: withItem.itemIndex,
            value: seed % (withItem.block.items as unknown[]).length,
          },
        ]
      : [],
  moveItemToBlock: ({ document, withItem, seed, newId }) => {
    if (!withItem) return [];
    const { block, item } = withItem;
    const targets = listBlocks(document).filter((other) => other.block.type === block.type);
    const blockId = pick(targets, seed)?.block.id ?? block.id;
    return planItemMove(document, { blockId: block.id, itemId: item.id }, { blockId, index: 0 }, newId);
  },
  deleteItem: ({ document, withItem }) =>
    withItem ? planItemDeletion(document, withItem.block.id, withItem.item.id) : [],
  copyItem: ({ document, withItem, newId }) =>
    withItem ? planItemCopy(document, withItem.block.id, withItem.item.id, newId) : [],
  connectBlock: ({ document, located, otherGroup, newId }) =>
    located && otherGroup
      ? planConnection(document, { blockId: located.block.id }, { groupId: otherGroup.id }, newId)
      : [],
  connectItem: ({ document, withItem, located, newId }) =>
    withItem && located
      ? planConnection(
          document,
          { blockId: withItem.block.id, itemId: withItem.item.id },
          { groupId: located.group.id, blockId: located.block.id },
          newId,
        )
      : [],
  connectEvent: ({ document, seed, otherGroup, newId }) => {
    const event = pick(document.events ?? [], seed);
    return event && otherGroup
      ? planConnection(document, { eventId: event.id }, { groupId: otherGroup.id }, newId)
      : [];
  },
  disconnect: ({ document, seed }) => {
    const was = pick(document.edges, seed);
    return was ? [{ op: 'disconnect', was }] : [];
  },
  changeEdge: ({ document, seed, otherGroup }) => {
    const edge = pick(document.edges, seed);
    return edge && otherGroup
      ? [{ op: 'changeEdge', edgeId: edge.id, path: ['to'], was: edge.to, value: { groupId: otherGroup.id } }]
      : [];
  },
  addEvent: ({ newId, seed }) => [
    {
      op: 'addEvent',
      value: { id: newId(), type: 'command', graphCoordinates: { x: 0, y: seed } },
      index: 0,
    },
  ],
  moveEvent: ({ document, seed }) => {
    const event = pick(document.events ?? [], seed);
    return event ? [{ op: 'moveEvent', eventId: event.id, was: toXy(event), value: { x: -1, y: seed } }] : [];
  },
  changeEvent: ({ document, seed }) => {
    const event = pick(document.events ?? [], seed);
    if (!event) return [];
    const value = { command: `c${seed}` };
    return [{ op: 'changeEvent', eventId: event.id, path: ['options'], was: event.options, value }];
  },
  deleteEvent: ({ document, seed }) => {
    const event = pick(document.events ?? [], seed);
    return event ? planEventDeletion(document, event.id) : [];
  },
  addVariable: ({ newId, seed }) => {
    const id = newId();
    return [{ op: 'addVariable', value: { id, name: `V ${id}` }, index: seed % 4 }];
  },
  changeVariable: ({ document, seed }) => {
    const variable = pick(document.variables, seed);
    if (!variable) return [];
    const value = `value ${seed}`;
    return [{ op: 'changeVariable', variableId: variable.id, path: ['value'], was: variable.value, value }];
  },
  renameVariable: ({ document, seed, newId }) => {
    const variable = pick(document.variables, seed);
    if (!variable) return [];
    return [{ op: 'renameVariable', variableId: variable.id, was: variable.name, value: `N ${newId()}` }];
  },
  deleteVariable: ({ document, seed }) => {
    const variable = pick(document.variables, seed);
    return variable ? planVariableDeletion(document, variable.id) : [];
  },
  changeName: ({ document, newId }) => [
    { op: 'changeBot', path: ['name'], was: document.name, value: newId() },
  ],
  changeTheme: ({ document, seed }) => [
    { op: 'changeBot', path: ['theme', 'customCss'], was: document.theme.customCss, value: `/* ${seed} */` },
  ],
  tidyLayout: ({ document }) => planLayout(document).slice(0, MAX_MOVES),
  paste: ({ document, group, otherGroup, newId }) => {
    const groupIds = [group, otherGroup].flatMap((one) => (one ? [one.id] : []));
    const source = { botId: 'source', workspaceId: 'other' };
    const target = { botId: 'target', workspaceId: 'own', position: { x: 0, y: 0 } };
    return planInsertion(document, copyFragment(document, { groupIds }, source), target, newId).operations;
  },
};

const EDIT_NAMES = Object.keys(EDITS);

/** Number of kinds of edits. */
export const EDIT_KINDS = EDIT_NAMES.length;

const KEPT_KEYS = new Set(['id', 'outgoingEdgeId', 'items', 'type', 'x-unknown']);

function pick<T>(list: readonly T[], seed: number): T | undefined {
  return list[seed % Math.max(1, list.length)];
}

function toXy({ graphCoordinates: { x, y } }: { graphCoordinates: { x: number; y: number } }) {
  return { x, y };
}

function isIdentified(element: unknown): element is Identified {
  return isJsonObject(element) && typeof element.id === 'string';
}

/** Lists the blocks that an operation can name: the first with each id. */
function listBlocks({ groups }: BotDocument): BlockInGroup[] {
  const blocks = new Map<string, BlockInGroup>();
  for (const group of groups) {
    for (const [index, block] of group.blocks.entries()) {
      if (isIdentified(block) && !blocks.has(block.id)) blocks.set(block.id, { group, block, index });
    }
  }
  return [...blocks.values()];
}

function choose(document: BotDocument, seed: number, newId: () => string): Choice {
  const blocks = listBlocks(document);
  const items = blocks.flatMap((located) => {
    const list: unknown[] = Array.isArray(located.block.items) ? located.block.items : [];
    return list.flatMap((item, itemIndex) => (isIdentified(item) ? [{ ...located, item, itemIndex }] : []));
  });
  return {
    document,
    seed,
    newId,
    group: pick(document.groups, seed),
    otherGroup: pick(document.groups, seed + 1),
    located: pick(blocks, seed),
    withItem: pick(items, seed),
  };
}

/** Returns the document as it is now, without the lists that later operations change in place. */
function copyDocument(edited: EditedDocument): BotDocument {
  const document = closeDocument(edited);
  const { events, edges, variables } = document;
  return { ...document, events: events && [...events], edges: [...edges], variables: [...variables] };
}

/**
 * Makes operations that apply one after the other. What a document with repeated ids cannot have changed is left out.
 *
 * @param choices number of the edit, and random number, for each
 * @param limit number of operations that are enough
 */
export function makeEdits(
  document: BotDocument,
  choices: readonly [number, number][],
  limit = Number.POSITIVE_INFINITY,
): EditOperation[] {
  let current = document;
  let edited = openDocument(document);
  let count = 0;
  const newId = (): string => {
    count += 1;
    return `new-${count}`;
  };
  const operations: EditOperation[] = [];
  for (const [kind, seed] of choices) {
    const edit = EDITS[EDIT_NAMES[kind] ?? ''];
    const next = edit?.(choose(current, seed, newId)) ?? [];
    if (next.some((operation) => applyOperation(edited, operation, 'operation'))) {
      edited = openDocument(current);
      continue;
    }
    const changed = copyDocument(edited);
    if (isSameJson(current, changed)) continue;
    operations.push(...next);
    current = changed;
    if (operations.length >= limit) break;
  }
  return operations.slice(0, limit);
}
