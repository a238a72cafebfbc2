import { expect } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { getElementId } from '#lib/bots/editing/summarize-operations.ts';
import { listVariableUses } from '#lib/bots/editing/variable-uses.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';
import { readRealBot } from '#test/support/real-bots.ts';

/** A value that no schema knows. */
const UNKNOWN = { kept: ['as', { it: 'is' }] };

/** Reads a real bot, in version 6, with an unknown key in each element. */
export function readEditedBot(name: string): BotDocument {
  const { document } = completeDocument(stepsToBlocks(readRealBot(name)));
  return frozen(addUnknownKeys(migrateToLatest(document)));
}

/** Adds an unknown key to the document, and to each element that has an id. */
export function addUnknownKeys(document: BotDocument): BotDocument {
  const add = <T>(element: T): T => (isJsonObject(element) ? { ...element, 'x-unknown': UNKNOWN } : element);
  return add({
    ...document,
    events: document.events?.map(add) ?? null,
    groups: document.groups.map((group) =>
      add({ ...group, blocks: group.blocks.map((block) => add(addToItems(block, add))) }),
    ),
    edges: document.edges.map(add),
    variables: document.variables.map(add),
  });
}

function addToItems(block: unknown, add: (element: unknown) => unknown): unknown {
  return isJsonObject(block) && Array.isArray(block.items)
    ? { ...block, items: block.items.map(add) }
    : block;
}

/** Expects what holds for any operations that apply to a document. */
export function expectEditLaws(document: BotDocument, operations: readonly EditOperation[]): void {
  const changed = frozen(apply(document, operations));

  const half = Math.floor(operations.length / 2);
  const inParts = apply(apply(document, operations.slice(0, half)), operations.slice(half));
  expect(JSON.stringify(inParts)).toBe(JSON.stringify(changed));

  const undone = apply(changed, invertOperations(document, operations));
  expect(JSON.stringify(undone)).toBe(JSON.stringify(document));

  expect(applyOperations(changed, operations)).toStrictEqual({ status: 'unchanged' });
  expectUnknownKeys(document, changed);
  expect(findUnannouncedErrors(document, changed, operations)).toStrictEqual([]);
}

function apply(document: BotDocument, operations: readonly EditOperation[]): BotDocument {
  const outcome = applyOperations(document, operations);
  expect(outcome).not.toHaveProperty('conflicts');
  return outcome.status === 'changed' ? outcome.document : document;
}

function expectUnknownKeys(before: BotDocument, after: BotDocument): void {
  const old = new Set(listElements(before).map(({ id }) => id));
  const lost = listElements(after).filter(
    (element) => old.has(element.id) && !Object.hasOwn(element, 'x-unknown'),
  );
  expect(lost).toStrictEqual([]);
  expect(after['x-unknown']).toStrictEqual(UNKNOWN);
}

function listElements({ events, groups, edges, variables }: BotDocument): JsonObject[] {
  const blocks = groups.flatMap((group) => group.blocks).filter(isJsonObject);
  const items = blocks.flatMap((block) =>
    Array.isArray(block.items) ? block.items.filter(isJsonObject) : [],
  );
  return [...(events ?? []), ...groups, ...blocks, ...items, ...edges, ...variables];
}

/** Errors that no planned edit may leave: something leads to what is not in the document. */
const NEVER = new Set(['DANGLING', 'JUMP_TO_NOWHERE']);

/**
 * Lists the errors of the flow that are new, and not in an element that the operations name. Copies lead to what was missing
 * before.
 */
function findUnannouncedErrors(
  before: BotDocument,
  after: BotDocument,
  operations: readonly EditOperation[],
): FlowIssue[] {
  const known = new Set(listErrors(before).map(toKey));
  const missing = new Set(listErrors(before).map(({ path }) => readAt(before, path)));
  const announced = listAnnounced(before, after, operations);
  return listErrors(after).filter((issue) => {
    if (known.has(toKey(issue))) return false;
    if (NEVER.has(issue.code)) return !missing.has(readAt(after, issue.path));
    return issue.id !== undefined && !announced.has(issue.id);
  });
}

function listErrors(document: BotDocument): FlowIssue[] {
  return checkFlow(document).filter(({ severity }) => severity === 'error');
}

/** Reads the value at a path such as `bot.groups[0].title`. */
function readAt(document: BotDocument, path: string): unknown {
  const keys = path.match(/[^.[\]]+/g) ?? [];
  return keys
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

function toKey({ code, id }: FlowIssue): string {
  return JSON.stringify([code, id]);
}

/** Lists the ids of elements that operations change, of those in the same groups, and of uses of deleted variables. */
function listAnnounced(
  before: BotDocument,
  after: BotDocument,
  operations: readonly EditOperation[],
): Set<unknown> {
  const ids = new Set<unknown>();
  for (const operation of operations) {
    ids.add(getElementId(operation));
    if (operation.op === 'connect') addEnds(ids, operation.value);
    else if (operation.op === 'disconnect') addEnds(ids, operation.was);
    else if (operation.op === 'moveBlock') ids.add(operation.was.groupId).add(operation.value.groupId);
    else if (operation.op === 'deleteVariable') {
      for (const { blockId } of listVariableUses(before, operation.was.id)) ids.add(blockId);
    }
    if ('groupId' in operation) ids.add(operation.groupId);
    if ('blockId' in operation) ids.add(operation.blockId);
  }
  for (const { id, blocks } of after.groups) {
    const inside = blocks.filter(isJsonObject).map((block) => block.id);
    if (ids.has(id) || inside.some((blockId) => ids.has(blockId))) for (const one of inside) ids.add(one);
  }
  return ids;
}

function addEnds(ids: Set<unknown>, { from, to }: BotDocument['edges'][number]): void {
  ids.add(from.eventId).add(from.blockId).add(to.groupId);
}
