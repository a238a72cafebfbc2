import { describe, expect, it } from 'vitest';
import { applyLocally } from '#apps/console/bot/editing/apply-locally.ts';
import { planBlockEdit } from '#apps/console/bot/editing/block-edit.ts';
import {
  createBlock,
  describeBreakage,
  type EditedBlock,
  findEdge,
  planBlockDeletion,
  planConnection,
  planGroup,
  planGroupDeletion,
} from '#apps/console/bot/editing/plan-edits.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';

const empty = {
  name: 'Small',
  version: '6',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
  groups: [],
  edges: [],
  variables: [],
  theme: {},
  settings: {},
} as unknown as BotDocument;

function createIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `id${count}`;
  };
}

function apply(document: BotDocument, operations: readonly EditOperation[]): BotDocument {
  const outcome = applyLocally(document, operations);
  if ('clash' in outcome) throw new Error(outcome.clash.message);
  return outcome.document;
}

/** Two groups: the start leads to the first, whose buttons lead to the second. */
function createFlow(): { document: BotDocument; newId: () => string; first: string; second: string } {
  const newId = createIds();
  const one = planGroup(empty, newId);
  let document = apply(empty, one.operations);
  const two = planGroup(document, newId, one.groupId);
  document = apply(document, two.operations);
  const block = createBlock('choice input', newId);
  document = apply(document, [{ op: 'addBlock', groupId: one.groupId, value: block, index: 0 }]);
  const [item] = block.items as { id: string }[];
  document = apply(
    document,
    planConnection(document, { blockId: block.id, itemId: item?.id ?? '' }, { groupId: two.groupId }, newId),
  );
  return { document, newId, first: one.groupId, second: two.groupId };
}

function readFirstBlock({ groups }: BotDocument): EditedBlock {
  return groups[0]?.blocks[0] as EditedBlock;
}

describe('a new group', () => {
  it('is where an empty flow starts, and the next one is beside it', () => {
    const { document, first, second } = createFlow();
    expect(findEdge(document, { eventId: 'start' })?.to).toEqual({ groupId: first });
    const [one, two] = document.groups;
    expect(two?.id).toBe(second);
    expect(two?.graphCoordinates.x).toBeGreaterThan(one?.graphCoordinates.x ?? 0);
  });
});

describe('a connection', () => {
  it('replaces the one before, and is removed without a target', () => {
    const { document, newId, first, second } = createFlow();
    const start = { eventId: 'start' };
    const moved = apply(document, planConnection(document, start, { groupId: second }, newId));
    expect(findEdge(moved, start)?.to).toEqual({ groupId: second });
    expect(moved.edges).toHaveLength(document.edges.length);
    const removed = apply(document, planConnection(document, start, undefined, newId));
    expect(findEdge(removed, start)).toBeUndefined();
    expect(planConnection(document, start, { groupId: first }, newId)).toEqual([]);
  });
});

describe('a deletion', () => {
  it('takes the edges of a block along, and says what leads to its group', () => {
    const { document, first, second } = createFlow();
    const blockId = readFirstBlock(document).id;
    const without = apply(document, planBlockDeletion(document, blockId));
    expect(without.groups[0]?.blocks).toEqual([]);
    expect(without.edges.map(({ to }) => to.groupId)).toEqual([first]);
    expect(describeBreakage(document, { groupId: second })).toBe(
      '1 connection that leads here will be removed.',
    );
    expect(describeBreakage(without, { groupId: second })).toBe('');
  });

  it('leaves nothing of a group', () => {
    const { document, first, second } = createFlow();
    const without = apply(document, planGroupDeletion(document, first));
    expect(without.groups.map(({ id }) => id)).toEqual([second]);
    expect(without.edges).toEqual([]);
    expect(without.events?.[0]).not.toHaveProperty('outgoingEdgeId');
  });
});

describe('an edit of a form', () => {
  it('changes one item, so that others can be changed at the same time', () => {
    const { document } = createFlow();
    const block = readFirstBlock(document);
    const operations = planBlockEdit(document, block, {
      kind: 'set',
      path: ['items', 0, 'content'],
      value: 'Yes',
    });
    expect(operations).toMatchObject([{ op: 'changeItem', path: ['content'], value: 'Yes' }]);
    expect(operations[0]).not.toHaveProperty('was');
  });

  it('adds, moves and removes items, with the edges of what is removed', () => {
    const { document, first } = createFlow();
    const read = readFirstBlock;
    const path = ['items'];
    const added = apply(
      document,
      planBlockEdit(document, read(document), {
        kind: 'insert',
        path,
        index: 1,
        value: { id: 'new', content: 'No' },
      }),
    );
    const moved = apply(added, planBlockEdit(added, read(added), { kind: 'move', path, from: 1, to: 0 }));
    expect(read(moved).items).toMatchObject([{ id: 'new' }, {}]);
    const removed = apply(moved, planBlockEdit(moved, read(moved), { kind: 'remove', path, index: 1 }));
    expect(read(removed).items).toEqual([{ id: 'new', content: 'No' }]);
    expect(removed.edges.map(({ to }) => to.groupId)).toEqual([first]);
  });
});
