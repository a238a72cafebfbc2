import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getJump } from '#lib/bots/flow/flow-graph.ts';
import { applyOperation, findElementLink } from './apply-operation.ts';
import { isMentionable } from './assert-applicable.ts';
import { readAtPath } from './change-at-path.ts';
import {
  createNameChange,
  EDGE_KEY,
  findNamers,
  findOwner,
  getOrigin,
  isSameOrigin,
} from './edge-origins.ts';
import {
  closeDocument,
  type EditedDocument,
  findBlock,
  findGroup,
  findIndexById,
  getBlock,
  getElements,
  openDocument,
} from './edited-document.ts';
import type { EditOperation, Origin, ValueChange } from './operation.ts';
import { type FoundText, listTexts, renameInTexts } from './rename-in-texts.ts';
import { reverseOperation } from './reverse-operation.ts';

/**
 * Returns the operations that undo a list. Applied to its result, they restore the document, with the order of keys
 * and lists.
 *
 * @param operations a list that applies to the document
 * @throws RangeError if it does not apply
 */
export function invertOperations(
  document: BotDocument,
  operations: readonly EditOperation[],
): EditOperation[] {
  const edited = openDocument(document);
  const inverse: EditOperation[][] = [];
  for (const [index, operation] of operations.entries()) {
    const textsBefore = operation.op === 'renameVariable' ? listTexts(edited) : [];
    const undo = invertOperation(edited, operation);
    if (applyOperation(edited, operation, `operations[${index}]`)) {
      throw new RangeError(`Operation ${index} does not apply`);
    }
    if (operation.op === 'renameVariable') undo.push(...restoreTexts(edited, operation, textsBefore));
    inverse.unshift(undo);
  }
  return inverse.flat();
}

/** @param edited the document before the operation */
function invertOperation(edited: EditedDocument, operation: EditOperation): EditOperation[] {
  const reverse = reverseOperation(operation);
  switch (reverse.op) {
    case 'addGroup': {
      const index = edited.groups.findIndex(({ value }) => value.id === reverse.value.id);
      return [{ ...reverse, index, restores: true }];
    }
    case 'addBlock': {
      const node = findBlock(edited, reverse.value.id);
      if (!node) return [reverse];
      return [{ ...reverse, value: getBlock(node), index: node.group.blocks.indexOf(node), restores: true }];
    }
    case 'addItem': {
      const items = getElements(findBlockValue(edited, reverse.blockId) ?? {}, 'items');
      return [{ ...reverse, index: findIndexById(items, reverse.value.id), restores: true }];
    }
    case 'addEvent':
      return [{ ...reverse, index: findIndexById(edited.events, reverse.value.id), restores: true }];
    case 'addVariable':
      return [{ ...reverse, index: findIndexById(edited.variables, reverse.value.id), restores: true }];
    case 'connect': {
      const index = findIndexById(edited.edges, reverse.value.id);
      const namedBy = reverse.namedBy ?? findNamers(edited, reverse.value.id);
      return [{ ...reverse, index, namedBy, restores: true }];
    }
    case 'disconnect': {
      const { namedBy = [getOrigin(reverse.was)] } = operation as Extract<EditOperation, { op: 'connect' }>;
      return disconnectAgain(edited, reverse, namedBy);
    }
    case 'deleteGroup':
    case 'deleteBlock':
    case 'deleteItem':
    case 'deleteEvent':
      // Something has led to the element before it came, and still does.
      return [findElementLink(edited, reverse) ? { ...reverse, restores: true } : reverse];
    case 'moveBlock':
      return [reverse, ...restoreTargets(edited, reverse)];
    case 'renameVariable': {
      // Nothing mentions a name such as an empty one, so only the variable gets it back.
      if (isMentionable(reverse.value)) return [reverse];
      const { variableId, was, value } = reverse;
      return [{ op: 'changeVariable', variableId, path: ['name'], was, value, restores: true }];
    }
    default:
      return [
        isChange(reverse) ? restoreKey(edited, operation as EditOperation & ValueChange, reverse) : reverse,
      ];
  }
}

/** @param namedBy elements that connecting lets name the edge */
function disconnectAgain(
  edited: EditedDocument,
  reverse: Extract<EditOperation, { op: 'disconnect' }>,
  namedBy: readonly Origin[],
): EditOperation[] {
  const named = namedBy
    .filter((origin, index) => namedBy.findIndex((one) => isSameOrigin(one, origin)) === index)
    .map((origin) => ({ origin, name: findOwner(edited, origin)?.[EDGE_KEY] }));
  const unnamed = named.filter(({ name }) => name === undefined).map(({ origin }) => origin);
  // Some documents say null for no edge.
  const others = named.filter(({ name }) => name !== undefined && name !== reverse.was.id);
  return [
    { ...reverse, namedBy: unnamed },
    ...others.map(({ origin, name }) =>
      createNameChange(edited, origin, { was: reverse.was.id, value: name }),
    ),
  ];
}

/**
 * Returns the changes that undo what moving a block back does to edges and jumps that named the block in the other group
 * before it was there.
 */
function restoreTargets(
  { edges, jumps }: EditedDocument,
  { blockId, was, value }: Extract<EditOperation, { op: 'moveBlock' }>,
): EditOperation[] {
  const [groupId, oldGroupId] = [was.groupId, value.groupId];
  if (groupId === oldGroupId) return [];
  const change = { was: oldGroupId, value: groupId };
  const isMeant = (target: { groupId?: string | undefined; blockId?: string | undefined } | undefined) =>
    target?.groupId === groupId && target.blockId === blockId;
  return [
    ...edges
      .filter(({ to }) => isMeant(to))
      .map(({ id }): EditOperation => {
        return { op: 'changeEdge', edgeId: id, path: ['to', 'groupId'], ...change, restores: true };
      }),
    ...[...jumps].map(getBlock).flatMap((block): EditOperation[] => {
      if (!isMeant(getJump(block, undefined))) return [];
      return [{ op: 'changeBlock', blockId: block.id, path: ['options', 'groupId'], ...change }];
    }),
  ];
}

function isChange(operation: EditOperation): operation is EditOperation & ValueChange {
  return 'path' in operation;
}

/** Adds the key that a removed key was before, and the value as it was written. */
function restoreKey(
  edited: EditedDocument,
  operation: EditOperation & ValueChange,
  reverse: EditOperation & ValueChange,
): EditOperation {
  const { value, nextKey } = readAtPath(findChanged(edited, operation), operation.path);
  return {
    ...reverse,
    ...(value !== undefined && { value }),
    ...(value !== undefined && operation.value === undefined && nextKey !== undefined && { before: nextKey }),
    ...((reverse.op === 'changeEdge' || reverse.op === 'changeVariable') && { restores: true }),
  } as EditOperation;
}

function findChanged(edited: EditedDocument, operation: EditOperation): unknown {
  switch (operation.op) {
    case 'changeGroup':
      return findGroup(edited, operation.groupId)?.value;
    case 'changeBlock':
      return findBlockValue(edited, operation.blockId);
    case 'changeItem': {
      const items = getElements(findBlockValue(edited, operation.blockId) ?? {}, 'items');
      return items[findIndexById(items, operation.itemId)];
    }
    case 'changeEdge':
      return edited.edges[findIndexById(edited.edges, operation.edgeId)];
    case 'changeEvent':
      return edited.events[findIndexById(edited.events, operation.eventId)];
    case 'changeVariable':
      return edited.variables[findIndexById(edited.variables, operation.variableId)];
    default:
      return edited.head;
  }
}

function findBlockValue(edited: EditedDocument, id: string) {
  const node = findBlock(edited, id);
  return node && getBlock(node);
}

/**
 * Returns the changes that restore texts after renaming a variable back: those that had the new name before.
 *
 * @param edited the document after renaming
 */
function restoreTexts(
  edited: EditedDocument,
  { was, value }: Extract<EditOperation, { op: 'renameVariable' }>,
  before: FoundText[],
): EditOperation[] {
  if (!isMentionable(was)) return [];
  const back = openDocument(closeDocument(edited));
  renameInTexts(back, value, was);
  const renamedBack = listTexts(back);
  return before.flatMap(({ blockId, eventId, path, text }, index): EditOperation[] => {
    const current = renamedBack[index]?.text;
    if (current === text) return [];
    const change = { path, was: current, value: text };
    if (blockId !== undefined) return [{ op: 'changeBlock', blockId, ...change }];
    return eventId !== undefined
      ? [{ op: 'changeEvent', eventId, ...change }]
      : [{ op: 'changeBot', ...change }];
  });
}
