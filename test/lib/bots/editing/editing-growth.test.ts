import { expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';

/** Twice the work may take this many times as many reads. Quadratic work takes four times as many. */
const MAX_GROWTH = 2.3;

const BLOCKS_PER_GROUP = 5;

/** Makes a bot in which each group leads to the next one. Calls `onRead` whenever a key of an element is read. */
function createBot(groupCount: number, onRead: () => void): BotDocument {
  const watch = <T extends object>(value: T): T =>
    new Proxy(value, {
      get: (target, key) => {
        onRead();
        return Reflect.get(target, key) as unknown;
      },
      ownKeys: (target) => {
        onRead();
        return Reflect.ownKeys(target);
      },
    });
  const indices = Array.from({ length: groupCount }, (_, index) => index);
  const groups = indices.map((index) => {
    const blocks = Array.from({ length: BLOCKS_PER_GROUP }, (_, block) =>
      watch({
        id: `g${index}-b${block}`,
        type: 'text',
        content: watch({ plainText: 'Hi {{Name}}' }),
        ...(block === BLOCKS_PER_GROUP - 1 && { outgoingEdgeId: `e${index}` }),
      }),
    );
    return watch(group(`g${index}`, blocks));
  });
  const edges = indices.map((index) =>
    watch({
      id: `e${index}`,
      from: { blockId: `g${index}-b${BLOCKS_PER_GROUP - 1}` },
      to: { groupId: `g${(index + 1) % groupCount}` },
    }),
  );
  const variables = [watch({ id: 'v1', name: 'Name' })];
  return { ...smallBot({ version: '6', events: [], groups, edges, variables }), name: 'Bot' };
}

/** Makes operations of each kind that a person repeats, on the first groups. */
function createOperations(count: number): EditOperation[] {
  const was = { x: 10, y: 20 };
  return Array.from({ length: count }, (_, index): EditOperation[] => {
    const groupId = `g${index}`;
    const edge = {
      id: `e${index}`,
      from: { blockId: `${groupId}-b${BLOCKS_PER_GROUP - 1}` },
      to: { groupId: `g${index + 1}` },
    };
    return [
      { op: 'moveGroup', groupId, was, value: { x: index, y: 0 } },
      { op: 'changeBlock', blockId: `${groupId}-b0`, path: ['note'], value: index },
      { op: 'addBlock', groupId, value: { id: `new-${index}`, type: 'text' } },
      { op: 'disconnect', was: edge },
      { op: 'connect', value: edge },
      { op: 'moveBlock', blockId: `${groupId}-b1`, was: { groupId, index: 1 }, value: { groupId, index: 0 } },
    ];
  }).flat();
}

function countReads(groupCount: number, operationCount: number): { apply: number; undo: number } {
  let reads = 0;
  const document = createBot(groupCount, () => {
    reads += 1;
  });
  const operations = createOperations(operationCount);
  reads = 0;
  expect(applyOperations(document, operations)).toHaveProperty('status', 'changed');
  const apply = reads;
  reads = 0;
  invertOperations(document, operations);
  return { apply, undo: reads };
}

it('reads in proportion to the size of the bot', () => {
  const small = countReads(150, 20);
  const large = countReads(300, 20);
  expect(small.apply).toBeGreaterThan(150);
  expect(large.apply / small.apply).toBeLessThan(MAX_GROWTH);
  expect(large.undo / small.undo).toBeLessThan(MAX_GROWTH);
});

it('reads in proportion to the number of operations', () => {
  const small = countReads(300, 40);
  const large = countReads(300, 80);
  expect(large.apply / small.apply).toBeLessThan(MAX_GROWTH);
  expect(large.undo / small.undo).toBeLessThan(MAX_GROWTH);
});
