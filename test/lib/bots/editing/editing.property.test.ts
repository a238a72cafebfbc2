import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

function readDocument(name: string): BotDocument {
  return frozen(migrateToLatest(completeDocument(stepsToBlocks(readRealBot(name))).document));
}

const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % Math.max(1, list.length)];

/** Makes an operation that applies to a document from a random number. Undefined if it has nothing to change. */
function makeOperation(
  document: BotDocument,
  kind: number,
  seed: number,
  id: string,
): EditOperation | undefined {
  const group = pick(document.groups, seed);
  const blocks = document.groups.flatMap((one) => one.blocks.map((block) => ({ groupId: one.id, block })));
  const { groupId, block } = pick(blocks, seed) ?? {};
  const isBlock = isJsonObject(block) && typeof block.id === 'string';
  const edge = pick(document.edges, seed);
  const variable = pick(document.variables, seed);
  switch (kind) {
    case 0:
      return {
        op: 'addGroup',
        value: { id, title: 'New', graphCoordinates: { x: 1, y: 2 }, blocks: [] },
        index: seed % 3,
      };
    case 1:
      return group && { op: 'moveGroup', groupId: group.id, was: toXy(group), value: { x: seed, y: 0 } };
    case 2:
      return group && { op: 'changeGroup', groupId: group.id, path: ['title'], was: group.title, value: id };
    case 3:
      return (
        group && { op: 'addBlock', groupId: group.id, value: { id, type: 'text', content: {} }, index: 1 }
      );
    case 4: {
      if (!isBlock) return undefined;
      const keys = Object.keys(block).filter(
        (key) => !['id', 'outgoingEdgeId', 'items', 'type'].includes(key),
      );
      const key = pick(keys, seed);
      return key === undefined
        ? undefined
        : { op: 'changeBlock', blockId: block.id as string, path: [key], was: block[key] };
    }
    case 5:
      return isBlock && !Object.hasOwn(block, 'x-note')
        ? { op: 'changeBlock', blockId: block.id as string, path: ['x-note'], value: { id } }
        : undefined;
    case 6:
      return edge && { op: 'disconnect', was: edge };
    case 7:
      return (
        variable && { op: 'renameVariable', variableId: variable.id, was: variable.name, value: `N ${id}` }
      );
    case 8:
      return { op: 'addVariable', value: { id, name: `V ${id}` }, index: seed % 4 };
    case 9:
      return variable && { op: 'deleteVariable', was: variable };
    case 10:
      return { op: 'changeBot', path: ['name'], was: document.name, value: id };
    case 11: {
      const index = document.groups.find((one) => one.id === groupId)?.blocks.indexOf(block) ?? 0;
      return isBlock && groupId !== undefined && group
        ? {
            op: 'moveBlock',
            blockId: block.id as string,
            was: { groupId, index },
            value: { groupId: group.id, index: 0 },
          }
        : undefined;
    }
    case 12: {
      const items = isBlock && Array.isArray(block.items) ? block.items : undefined;
      return items && isBlock
        ? { op: 'addItem', blockId: block.id as string, value: { id, content: 'New' }, index: 0 }
        : undefined;
    }
    default:
      return isBlock && groupId !== undefined
        ? { op: 'deleteBlock', groupId, was: block as JsonObject & { id: string } }
        : undefined;
  }
}

function toXy({ graphCoordinates: { x, y } }: { graphCoordinates: { x: number; y: number } }) {
  return { x, y };
}

/** Makes operations that apply one after the other. */
function makeOperations(document: BotDocument, choices: [number, number][]): EditOperation[] {
  let current = document;
  const operations: EditOperation[] = [];
  for (const [index, [kind, seed]] of choices.entries()) {
    const operation = makeOperation(current, kind, seed, `new-${index}`);
    if (!operation) continue;
    const outcome = applyOperations(current, [operation]);
    if (outcome.status !== 'changed') continue;
    operations.push(operation);
    current = outcome.document;
  }
  return operations;
}

function apply(document: BotDocument, operations: readonly EditOperation[]): BotDocument {
  const outcome = applyOperations(document, operations);
  expect(outcome).not.toHaveProperty('conflicts');
  return outcome.status === 'changed' ? outcome.document : document;
}

const choice = fc.tuple(fc.nat({ max: 13 }), fc.nat({ max: 10_000 }));

describe.skipIf(REAL_BOTS.length === 0)('operations on real bots', () => {
  it.each([...REAL_BOTS, ...MIGRATED_BOTS])('are undone, repeated and divided with %s', (name) => {
    const document = readDocument(name);
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 15 }), (choices) => {
        const operations = makeOperations(document, choices);
        const changed = frozen(apply(document, operations));

        const half = Math.floor(operations.length / 2);
        const inParts = apply(apply(document, operations.slice(0, half)), operations.slice(half));
        expect(JSON.stringify(inParts)).toBe(JSON.stringify(changed));

        const undone = apply(changed, invertOperations(document, operations));
        expect(JSON.stringify(undone)).toBe(JSON.stringify(document));

        expect(applyOperations(changed, operations).status).toBe('unchanged');
      }),
      { numRuns: 5 },
    );
  });
});
