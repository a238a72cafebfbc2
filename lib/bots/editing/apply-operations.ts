import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { isSameJson } from '#lib/platform/json/same-json.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { applyOperation, type Clash } from './apply-operation.ts';
import { assertApplicable } from './assert-applicable.ts';
import { assertValidElements } from './assert-valid-elements.ts';
import { EDGE_KEY, findOwner, getOrigin, isEdgeNamedBy } from './edge-origins.ts';
import { closeDocument, type EditedDocument, findIndexById, openDocument } from './edited-document.ts';
import type { EditOperation } from './operation.ts';
import { reverseOperation } from './reverse-operation.ts';

/** Conflicts in one outcome. */
const MAX_CONFLICTS = 20;

/** Characters of JSON that a conflict shows of a value. */
const MAX_VALUE_CHARS = 1_000;

/** Why an operation does not apply. */
export type EditConflict = {
  /** Index of the operation. */
  index: number;
  /** Path in the document, such as `bot.groups[0].title`; of the list, if an element is not in it. */
  path: string;
  /**
   * The value that the operation would replace, and the one that is there. Undefined for none. If its JSON has more than
   * 1,000 characters, the beginning of that as a text.
   */
  was: unknown;
  current: unknown;
  message: string;
};

export type EditOutcome =
  | { status: 'changed'; document: BotDocument }
  /** Everything is there already, as when a list is sent again. */
  | { status: 'unchanged' }
  /** Nothing is changed. At most 20 conflicts are listed. */
  | { status: 'conflict'; conflicts: EditConflict[] };

/**
 * Applies all operations, or none. An operation applies if the value that it replaces is still there, whatever else
 * has changed. The document itself is not changed; the new one shares with it what stays the same.
 *
 * @throws BAD_REQUEST for an operation that can never apply, or whose value a bot cannot have
 */
export function applyOperations(document: BotDocument, operations: readonly EditOperation[]): EditOutcome {
  for (const [index, operation] of operations.entries()) assertApplicable(operation, toAt(index));
  const edited = openDocument(document);
  const conflicts: EditConflict[] = [];
  for (const [index, operation] of operations.entries()) {
    const clash = applyOperation(edited, operation, toAt(index));
    if (clash) conflicts.push(toConflict(index, clash));
    if (conflicts.length === MAX_CONFLICTS) break;
  }
  if (conflicts.length > 0) {
    return isAppliedAlready(document, operations)
      ? { status: 'unchanged' }
      : { status: 'conflict', conflicts };
  }
  const changed = closeDocument(edited);
  assertValidElements(document, changed, operations);
  return isSameJson(document, changed) ? { status: 'unchanged' } : { status: 'changed', document: changed };
}

function toAt(index: number): string {
  return `operations[${index}]`;
}

/**
 * Whether all results of a list are in the document: the operations can be undone, the last one first. Where a deleted
 * element was in its list is not known, so from then on the order of elements does not count.
 */
function isAppliedAlready(document: BotDocument, operations: readonly EditOperation[]): boolean {
  const edited = openDocument(document);
  let hasPutBack = false;
  const edgesPutBack = new Set<string>();
  try {
    return operations.toReversed().every((operation, index) => {
      hasPutBack ||= operation.op.startsWith('delete');
      if (operation.op === 'disconnect') edgesPutBack.add(operation.was.id);
      // An edge in the document that its origins do not name has not been connected: chats never follow it.
      if (operation.op === 'connect' && !edgesPutBack.has(operation.value.id)) {
        const { value, namedBy = [getOrigin(value)] } = operation;
        if (!namedBy.every((origin) => isEdgeNamedBy(edited, value.id, origin))) return false;
      }
      const clash = applyOperation(edited, reverseInside(edited, operation), toAt(index));
      return !clash || (hasPutBack && (isOnlyIndex(operation, clash) || isOnlyOrder(operation, clash)));
    });
  } catch (error) {
    // A value that no document can have was never replaced.
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/**
 * Reverses an operation. An edge comes back whether or not its ends are in the document, a name even if another variable has
 * it, and an element goes even if something leads to it: it may have been like that.
 */
function reverseInside(edited: EditedDocument, operation: EditOperation): EditOperation {
  const reverse = reverseOperation(operation);
  switch (reverse.op) {
    case 'deleteGroup':
    case 'deleteBlock':
    case 'deleteItem':
    case 'deleteEvent':
    case 'changeEdge':
    case 'changeVariable':
      return { ...reverse, restores: true };
    case 'addVariable':
      return findIndexById(edited.variables, reverse.value.id) < 0 ? { ...reverse, restores: true } : reverse;
    case 'connect': {
      if (findIndexById(edited.edges, reverse.value.id) >= 0) return reverse;
      const origin = getOrigin(reverse.value);
      const owner = findOwner(edited, origin);
      return {
        ...reverse,
        namedBy: owner && typeof owner[EDGE_KEY] !== 'string' ? [origin] : [],
        restores: true,
      };
    }
    default:
      return reverse;
  }
}

/** Whether an operation only finds its element at another index of the same list. */
function isOnlyIndex(operation: EditOperation, { current }: Clash): boolean {
  if (operation.op === 'moveItem') return typeof current === 'number';
  if (operation.op !== 'moveBlock') return false;
  return isJsonObject(current) && current.groupId === operation.value.groupId;
}

/** Whether an operation has added an element whose blocks, items or buttons are only in another order. */
function isOnlyOrder({ op }: EditOperation, { was, current }: Clash): boolean {
  if (op !== 'addGroup' && op !== 'addBlock' && op !== 'addItem') return false;
  return current !== undefined && isSameJson(sortElements(was), sortElements(current));
}

const ELEMENT_LISTS = ['blocks', 'items', 'paths'];

/** Returns a copy of an element whose blocks, items and buttons are sorted by id. */
function sortElements(element: unknown): unknown {
  if (!isJsonObject(element)) return element;
  const sorted = { ...element };
  for (const key of ELEMENT_LISTS) {
    const list = Object.hasOwn(element, key) ? element[key] : undefined;
    if (Array.isArray(list)) sorted[key] = list.map(sortElements).toSorted(compareIds);
  }
  return sorted;
}

function compareIds(one: unknown, other: unknown): number {
  const [id = '', otherId = ''] = [one, other].map((element) =>
    isJsonObject(element) ? String(element.id) : '',
  );
  if (id === otherId) return 0;
  return id < otherId ? -1 : 1;
}

function toConflict(index: number, { path, was, current, message }: Clash): EditConflict {
  return { index, path, was: cutValue(was), current: cutValue(current), message };
}

function cutValue(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined;
  return json !== undefined && json.length > MAX_VALUE_CHARS ? shortenText(json, MAX_VALUE_CHARS) : value;
}
