import { describe, expect, it } from 'vitest';
import { applyLocally } from '#apps/console/bot/draft/apply-locally.ts';
import { planBlockEdit } from '#apps/console/bot/editing/block-edit.ts';
import {
  createBlock,
  createEvent,
  describeBreakage,
  type EditedBlock,
  findEdge,
  isUntouched,
  planGroup,
} from '#apps/console/bot/editing/edited-parts.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { planBlockDeletion } from '#lib/bots/editing/plan-deletion.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

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
  const two = planGroup(document, newId, { besideId: one.groupId });
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

  it('is where a connection was dropped, and the connection leads to it', () => {
    const { document, newId, first } = createFlow();
    const from = { blockId: readFirstBlock(document).id };
    const { groupId, operations } = planGroup(document, newId, { at: { x: 700, y: -40 } }, from);
    const changed = apply(document, operations);
    expect(changed.groups.at(-1)).toMatchObject({ id: groupId, graphCoordinates: { x: 700, y: -40 } });
    expect(findEdge(changed, from)?.to).toEqual({ groupId });
    expect(findEdge(changed, { eventId: 'start' })?.to).toEqual({ groupId: first });
  });
});

describe('a block', () => {
  it.each(['text', 'choice input', 'AB test', 'Webhook'])(
    'of type %s is untouched until something is set',
    (type) => {
      const block = createBlock(type, createIds());
      expect(isUntouched(block)).toBe(true);
      expect(isUntouched({ ...block, options: {} })).toBe(false);
    },
  );

  it('is not untouched once an item has a text', () => {
    const block = createBlock('choice input', createIds());
    const [item] = block.items as JsonObject[];
    expect(isUntouched({ ...block, items: [{ ...item, content: '' }] })).toBe(false);
  });
});

describe('a deletion', () => {
  it('says what leads to the group', () => {
    const { document, second } = createFlow();
    expect(describeBreakage(document, { groupId: second })).toBe(
      '1 connection that leads here will be removed.',
    );
    const without = apply(document, planBlockDeletion(document, readFirstBlock(document).id));
    expect(describeBreakage(without, { groupId: second })).toBe('');
  });
});

describe('a new event', () => {
  it('is below the others', () => {
    const { document, newId } = createFlow();
    const event = createEvent(document, 'command', newId);
    const added = apply(document, [{ op: 'addEvent', value: event }]);
    const next = createEvent(added, 'reply', newId);
    expect(added.events?.[0]?.graphCoordinates.y).toBeLessThan(event.graphCoordinates.y);
    expect(event.graphCoordinates.y).toBeLessThan(next.graphCoordinates.y);
    expect(createEvent({ ...document, events: [] }, 'start', newId).graphCoordinates).toEqual({ x: 0, y: 0 });
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
