import type { Edge } from '#lib/bots/document/bot-document.ts';
import { getJump } from '#lib/bots/flow/flow-graph.ts';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isSameJson } from '#lib/platform/json/same-json.ts';
import { isMentionable, joinPath } from './assert-applicable.ts';
import { changeAtPath, readAtPath } from './change-at-path.ts';
import {
  EDGE_KEY,
  findChangedNames,
  findNamers,
  findOwner,
  getOrigin,
  hasTarget,
  setOutgoingEdges,
} from './edge-origins.ts';
import {
  type BlockNode,
  closeGroup,
  createGroupNode,
  type EditedDocument,
  findBlock,
  findGroup,
  findIndexById,
  type GroupNode,
  getBlock,
  getElements,
  hasBlock,
  insertBlock,
  moveBlockTo,
  removeBlock,
  removeGroup,
  replaceBlock,
} from './edited-document.ts';
import type { EditOperation, GraphPosition, ValueChange } from './operation.ts';
import { withKey } from './ordered-keys.ts';
import { renameInTexts } from './rename-in-texts.ts';

/** Why an operation does not apply to a document as it is. */
export type Clash = {
  /** Path in the document, such as `bot.groups[0].title`; of the list, if an element is not in it. */
  path: string;
  /** The value that the operation would replace. Absent: none. */
  was?: unknown;
  /** The value that is there. Absent: none. */
  current?: unknown;
  message: string;
};

type Of<Op extends EditOperation['op']> = Extract<EditOperation, { op: Op }>;
type Result = Clash | undefined;

const CHANGED = 'has changed since';
const GONE = 'is not in the bot any more';
const TAKEN = 'is in the bot already';
const STILL_LED_TO = 'begins or ends at what is deleted; disconnect it first';

/**
 * Applies an operation to an open document. If it does not apply, returns the first reason, and goes as far as it can:
 * operations after it should not be refused because of it.
 *
 * @param at path of the operation, such as `operations[3]`
 * @throws BAD_REQUEST if the document can have no such element
 */
export function applyOperation(edited: EditedDocument, operation: EditOperation, at: string): Result {
  switch (operation.op) {
    case 'addGroup':
      return addGroup(edited, operation);
    case 'deleteGroup':
      return deleteGroup(edited, operation);
    case 'moveGroup':
    case 'changeGroup':
      return changeGroup(edited, operation);
    case 'addBlock':
      return addBlock(edited, operation);
    case 'deleteBlock':
      return deleteBlock(edited, operation);
    case 'moveBlock':
      return moveBlock(edited, operation);
    case 'changeBlock':
      return changeBlock(edited, operation);
    case 'addItem':
    case 'deleteItem':
    case 'moveItem':
    case 'changeItem':
      return changeItems(edited, operation);
    case 'connect':
      return connect(edited, operation);
    case 'disconnect':
      return disconnect(edited, operation);
    case 'changeEdge':
      return changeEdge(edited, operation, at);
    case 'addEvent':
      if (edited.head.events === null) {
        throw badRequest(`${at}.op`, 'A bot has no events before version 6');
      }
      return addElement(edited.events, operation, 'bot.events');
    case 'deleteEvent': {
      const touching = operation.restores ? undefined : findElementLink(edited, operation);
      return deleteElement(edited.events, operation.was, 'bot.events') ?? touching;
    }
    case 'moveEvent':
    case 'changeEvent':
      return changeEvent(edited, operation);
    case 'addVariable':
      return addVariable(edited, operation);
    case 'deleteVariable':
      return deleteElement(edited.variables, operation.was, 'bot.variables');
    case 'changeVariable':
      return changeVariable(edited, operation);
    case 'renameVariable':
      return renameVariable(edited, operation);
    case 'changeBot':
      return changeBot(edited, operation, at);
  }
}

function changeBot(edited: EditedDocument, operation: Of<'changeBot'>, at: string): Result {
  const { element, clash } = change(edited.head, operation, 'bot');
  const [field] = operation.path;
  // Operations after it look for texts in them.
  if ((field === 'theme' || field === 'settings') && !isJsonObject(element[field])) {
    throw badRequest(`${at}.value`, `The ${field} must be an object`);
  }
  const columnsWidth = getColumnsWidth(element);
  if (Array.isArray(columnsWidth) && columnsWidth !== getColumnsWidth(edited.head)) {
    throw badRequest(`${at}.value`, 'The columnsWidth must be an object');
  }
  edited.head = element;
  return clash;
}

function getColumnsWidth({ resultsTablePreferences: preferences }: JsonObject): unknown {
  return isJsonObject(preferences) ? preferences.columnsWidth : undefined;
}

function addElement<T extends JsonObject & { id: string }>(
  list: T[],
  { value, index = list.length, restores }: { value: T; index?: number; restores?: true },
  path: string,
): Result {
  const taken = restores ? -1 : findIndexById(list, value.id);
  if (taken >= 0) return { path: `${path}[${taken}]`, current: list[taken], message: TAKEN };
  list.splice(index, 0, value);
  return undefined;
}

function deleteElement<T extends JsonObject & { id: string }>(list: T[], was: T, path: string): Result {
  const index = findIndexById(list, was.id);
  const current = list[index];
  if (current === undefined) return { path, was, message: GONE };
  list.splice(index, 1);
  return isSameJson(current, was) ? undefined : { path: `${path}[${index}]`, was, current, message: CHANGED };
}

function changeElement<T extends JsonObject & { id: string }>(
  list: T[],
  id: string,
  operation: ValueChange,
  path: string,
): Result {
  const index = findIndexById(list, id);
  const current = list[index];
  if (current === undefined) return createGoneClash(operation, path);
  const { element, clash } = change(current, operation, `${path}[${index}]`);
  list[index] = element;
  return clash;
}

function createGoneClash({ was }: { was?: unknown }, path: string): Clash {
  return { path, was, message: GONE };
}

function change<T extends JsonObject>(
  element: T,
  operation: ValueChange,
  path: string,
): { element: T; clash: Result } {
  const { value: current, hasContainer } = readAtPath(element, operation.path);
  const { was } = operation;
  const where = joinPath(path, operation.path);
  if (!hasContainer) return { element, clash: { path: where, was, message: GONE } };
  return {
    element: changeAtPath(element, operation),
    clash: isSameJson(current, was) ? undefined : { path: where, was, current, message: CHANGED },
  };
}

function move<T extends JsonObject>(
  element: T,
  { was, value }: { was: GraphPosition; value: GraphPosition },
  path: string,
): { element: T; clash: Result } {
  const coordinates = isJsonObject(element.graphCoordinates) ? element.graphCoordinates : {};
  const { x, y } = coordinates;
  return {
    element: withKey(element, 'graphCoordinates', { ...coordinates, ...value }),
    clash: isSameJson({ x, y }, was)
      ? undefined
      : { path: `${path}.graphCoordinates`, was, current: { x, y }, message: CHANGED },
  };
}

function addGroup(edited: EditedDocument, { value, index, restores }: Of<'addGroup'>): Result {
  if (!restores) {
    const taken = findGroup(edited, value.id);
    if (taken) return { path: toGroupPath(edited, taken), current: closeGroup(taken), message: TAKEN };
    const clash = findTakenIn(edited, value.blocks);
    if (clash) return clash;
  }
  edited.groups.splice(index ?? edited.groups.length, 0, createGroupNode(edited, value));
  return undefined;
}

/** Finds a block whose id another block of the list or of the document has. */
function findTakenIn(edited: EditedDocument, blocks: readonly unknown[]): Result {
  const ids = new Set<string>();
  for (const block of blocks) {
    const id = isJsonObject(block) ? block.id : undefined;
    if (typeof id !== 'string') continue;
    const clash = ids.has(id) ? { path: 'bot.groups', message: TAKEN } : findTakenBlock(edited, id);
    if (clash) return clash;
    ids.add(id);
  }
  return undefined;
}

function findTakenBlock(edited: EditedDocument, id: string): Result {
  const taken = findBlock(edited, id);
  return taken && { path: toBlockPath(edited, taken), current: taken.value, message: TAKEN };
}

function toGroupPath({ groups }: EditedDocument, group: GroupNode): string {
  return `bot.groups[${groups.indexOf(group)}]`;
}

function toBlockPath(edited: EditedDocument, node: BlockNode): string {
  return `${toGroupPath(edited, node.group)}.blocks[${node.group.blocks.indexOf(node)}]`;
}

function deleteGroup(edited: EditedDocument, { was, restores }: Of<'deleteGroup'>): Result {
  const group = findGroup(edited, was.id);
  if (!group) return createGoneClash({ was }, 'bot.groups');
  const path = toGroupPath(edited, group);
  const current = closeGroup(group);
  removeGroup(edited, group);
  if (!isSameJson(current, was)) return { path, was, current, message: CHANGED };
  if (restores) return undefined;
  // With an id that another group has, what leads there still leads somewhere.
  const groupIds = new Set<unknown>(findGroup(edited, was.id) ? [] : [was.id]);
  const blockIds = new Set(
    group.blocks.flatMap(({ value }) => (isJsonObject(value) && !isIdInUse(edited, value) ? [value.id] : [])),
  );
  return findLink(edited, groupIds, blockIds);
}

function isIdInUse(edited: EditedDocument, { id }: JsonObject): boolean {
  return typeof id !== 'string' || hasBlock(edited, id);
}

/** Finds an edge or a jump from or to the ids of what an operation deletes. */
export function findElementLink(
  edited: EditedDocument,
  operation: Of<'deleteGroup'> | Of<'deleteBlock'> | Of<'deleteItem'> | Of<'deleteEvent'>,
): Result {
  const { id } = operation.was;
  switch (operation.op) {
    case 'deleteGroup': {
      const blockIds = operation.was.blocks.filter(isJsonObject).map((block) => block.id);
      return findLink(edited, new Set([id]), new Set(blockIds.filter((one) => typeof one === 'string')));
    }
    case 'deleteBlock':
      return findLink(edited, new Set(), new Set([id]));
    case 'deleteItem':
      return findEdge(edited, ({ from }) => from.blockId === operation.blockId && from.itemId === id);
    case 'deleteEvent':
      return findEdge(edited, ({ from }) => from.eventId === id);
  }
}

/** Finds an edge or a jump from or to what has been deleted. */
function findLink(edited: EditedDocument, groupIds: Set<unknown>, blockIds: Set<unknown>): Result {
  const edge = findEdge(
    edited,
    ({ from, to }) => blockIds.has(from.blockId) || blockIds.has(to.blockId) || groupIds.has(to.groupId),
  );
  if (edge) return edge;
  for (const node of edited.jumps) {
    const jump = getJump(getBlock(node), undefined);
    if (!jump || (!groupIds.has(jump.groupId) && !blockIds.has(jump.blockId))) continue;
    const path = `${toBlockPath(edited, node)}.options`;
    return { path, current: getBlock(node).options, message: 'leads to what is deleted; change it first' };
  }
  return undefined;
}

function findEdge({ edges }: EditedDocument, isFound: (edge: Edge) => boolean): Result {
  const index = edges.findIndex(isFound);
  return index < 0
    ? undefined
    : { path: `bot.edges[${index}]`, current: edges[index], message: STILL_LED_TO };
}

function changeGroup(edited: EditedDocument, operation: Of<'moveGroup'> | Of<'changeGroup'>): Result {
  const group = findGroup(edited, operation.groupId);
  if (!group) return createGoneClash(operation, 'bot.groups');
  const path = toGroupPath(edited, group);
  const { element, clash } =
    operation.op === 'moveGroup' ? move(group.value, operation, path) : change(group.value, operation, path);
  group.value = element;
  return clash;
}

function changeEvent(edited: EditedDocument, operation: Of<'moveEvent'> | Of<'changeEvent'>): Result {
  const index = findIndexById(edited.events, operation.eventId);
  const event = edited.events[index];
  if (!event) return createGoneClash(operation, 'bot.events');
  const path = `bot.events[${index}]`;
  const { element, clash } =
    operation.op === 'moveEvent' ? move(event, operation, path) : change(event, operation, path);
  edited.events[index] = element;
  return clash ?? findTouchedEdge(edited, [event.outgoingEdgeId, element.outgoingEdgeId], path);
}

/** Finds an edge that a change would connect or disconnect. */
function findTouchedEdge(edited: EditedDocument, ids: (string | undefined)[], path: string): Result {
  if (ids.length === 2 && ids[0] === ids[1]) return undefined;
  const index = edited.edges.findIndex(({ id }) => ids.includes(id));
  if (index < 0) return undefined;
  const message = 'names an edge of the bot; connect and disconnect change it';
  return { path, current: edited.edges[index], message };
}

function addBlock(edited: EditedDocument, { groupId, value, index, restores }: Of<'addBlock'>): Result {
  const group = findGroup(edited, groupId);
  if (!group) return createGoneClash({}, 'bot.groups');
  const taken = restores ? undefined : findTakenBlock(edited, value.id);
  if (!taken) insertBlock(edited, group, value, index);
  return taken;
}

function deleteBlock(edited: EditedDocument, { groupId, was, restores }: Of<'deleteBlock'>): Result {
  const node = findBlock(edited, was.id);
  if (!node || node.group.value.id !== groupId) return createGoneClash({ was }, 'bot.groups');
  const path = toBlockPath(edited, node);
  removeBlock(edited, node);
  if (!isSameJson(node.value, was)) return { path, was, current: node.value, message: CHANGED };
  if (restores) return undefined;
  return findLink(edited, new Set(), new Set(isIdInUse(edited, was) ? [] : [was.id]));
}

function moveBlock(edited: EditedDocument, { blockId, was, value }: Of<'moveBlock'>): Result {
  const node = findBlock(edited, blockId);
  const target = findGroup(edited, value.groupId);
  if (!node || !target) return createGoneClash({ was }, 'bot.groups');
  const { group } = node;
  const index = group.blocks.indexOf(node);
  const path = toBlockPath(edited, node);
  const isExpected = group.value.id === was.groupId && isIndex(index, was.index, group.blocks.length);
  moveBlockTo(edited, node, target, value.index);
  if (group !== target) leadAlong(edited, node, group.value.id, target.value.id);
  if (isExpected) return undefined;
  return { path, was, current: { groupId: group.value.id, index }, message: CHANGED };
}

/** Whether an element is where an index says, which may be beyond the end of the list. */
function isIndex(index: number, wanted: number, length: number): boolean {
  return index === Math.min(wanted, length - 1);
}

/** Changes what leads to a block in its old group, so that it leads there in the new one. */
function leadAlong(edited: EditedDocument, node: BlockNode, oldGroupId: string, groupId: string): void {
  const { id } = getBlock(node);
  for (const [index, edge] of edited.edges.entries()) {
    if (edge.to.blockId !== id || edge.to.groupId !== oldGroupId) continue;
    edited.edges[index] = { ...edge, to: { ...edge.to, groupId } };
  }
  for (const jump of edited.jumps) {
    const { groupId: wanted, blockId } = getJump(getBlock(jump), undefined) ?? {};
    if (wanted !== oldGroupId || blockId !== id) continue;
    const path = ['options', 'groupId'];
    replaceBlock(edited, jump, changeAtPath(getBlock(jump), { path, value: groupId }));
  }
}

function changeBlock(edited: EditedDocument, operation: Of<'changeBlock'>): Result {
  const node = findBlock(edited, operation.blockId);
  if (!node) return createGoneClash(operation, 'bot.groups');
  const path = toBlockPath(edited, node);
  const { element, clash } = change(getBlock(node), operation, path);
  return replaceChecked(edited, node, element, path) ?? clash;
}

function replaceChecked(edited: EditedDocument, node: BlockNode, block: JsonObject, path: string): Result {
  const names = findChangedNames(getBlock(node), block);
  replaceBlock(edited, node, block);
  return names.length === 0 ? undefined : findTouchedEdge(edited, [...names, undefined], path);
}

function changeItems(
  edited: EditedDocument,
  operation: Of<'addItem'> | Of<'deleteItem'> | Of<'moveItem'> | Of<'changeItem'>,
): Result {
  const node = findBlock(edited, operation.blockId);
  if (!node) return createGoneClash('was' in operation ? operation : {}, 'bot.groups');
  const block = getBlock(node);
  const path = `${toBlockPath(edited, node)}.items`;
  if (!Array.isArray(block.items)) return createGoneClash('was' in operation ? operation : {}, path);
  const items = [...getElements(block, 'items')] as (JsonObject & { id: string })[];
  const clash = changeItemList(edited, items, operation, path);
  const changed = withKey(block, 'items', items);
  if (operation.op === 'changeItem') return replaceChecked(edited, node, changed, path) ?? clash;
  replaceBlock(edited, node, changed);
  return clash;
}

function changeItemList(
  edited: EditedDocument,
  items: (JsonObject & { id: string })[],
  operation: Of<'addItem'> | Of<'deleteItem'> | Of<'moveItem'> | Of<'changeItem'>,
  path: string,
): Result {
  switch (operation.op) {
    case 'addItem':
      return addElement(items, operation, path);
    case 'deleteItem': {
      const { was, restores } = operation;
      const clash = deleteElement(items, was, path);
      if (clash || restores || findIndexById(items, was.id) >= 0) return clash;
      return findElementLink(edited, operation);
    }
    case 'moveItem': {
      const index = findIndexById(items, operation.itemId);
      if (index < 0) return createGoneClash(operation, path);
      const isExpected = isIndex(index, operation.was, items.length);
      items.splice(operation.value, 0, ...items.splice(index, 1));
      return isExpected
        ? undefined
        : { path: `${path}[${index}]`, was: operation.was, current: index, message: CHANGED };
    }
    case 'changeItem':
      return changeElement(items, operation.itemId, operation, path);
  }
}

function connect(edited: EditedDocument, operation: Of<'connect'>): Result {
  const { value, namedBy = [getOrigin(value)], restores } = operation;
  if (!restores) {
    if (!findOwner(edited, getOrigin(value))) {
      return { path: 'bot.groups', current: undefined, message: `what the edge begins at ${GONE}` };
    }
    if (!hasTarget(edited, value)) {
      return { path: 'bot.groups', current: undefined, message: `what the edge leads to ${GONE}` };
    }
  }
  for (const origin of namedBy) {
    const owner = findOwner(edited, origin);
    const current = owner?.[EDGE_KEY];
    if (!owner || (typeof current === 'string' && current !== value.id)) {
      return { path: 'bot.groups', current, message: 'leads elsewhere by now, or is gone' };
    }
  }
  const clash = addElement(edited.edges, operation, 'bot.edges');
  if (clash) return clash;
  setOutgoingEdges(edited, namedBy, value.id);
  return undefined;
}

function disconnect(edited: EditedDocument, { was, namedBy }: Of<'disconnect'>): Result {
  const namers =
    namedBy?.filter((origin) => findOwner(edited, origin)?.[EDGE_KEY] === was.id) ??
    findNamers(edited, was.id);
  const clash = deleteElement(edited.edges, was, 'bot.edges');
  setOutgoingEdges(edited, namers, undefined);
  return clash;
}

function changeEdge(edited: EditedDocument, operation: Of<'changeEdge'>, at: string): Result {
  const clash = changeElement(edited.edges, operation.edgeId, operation, 'bot.edges');
  const edge = edited.edges[findIndexById(edited.edges, operation.edgeId)];
  // Operations after it read where the edge leads.
  if (edge && !isJsonObject(edge.to)) {
    throw badRequest(`${at}.value`, 'An edge has to lead to a group; disconnect it instead');
  }
  if (clash || operation.path[0] !== 'to' || operation.restores) return clash;
  if (!edge || hasTarget(edited, edge)) return undefined;
  return { path: 'bot.groups', message: `what the edge leads to ${GONE}` };
}

function addVariable(edited: EditedDocument, operation: Of<'addVariable'>): Result {
  const clash = addElement(edited.variables, operation, 'bot.variables');
  if (clash || operation.restores) return clash;
  const { id, name } = operation.value;
  return findNamed(edited, name, id);
}

function changeVariable(edited: EditedDocument, operation: Of<'changeVariable'>): Result {
  const { variableId, path, value, restores } = operation;
  const clash = changeElement(edited.variables, variableId, operation, 'bot.variables');
  if (clash || restores || path[0] !== 'name' || typeof value !== 'string') return clash;
  return findNamed(edited, value, variableId);
}

/** Finds another variable with a name. */
function findNamed({ variables }: EditedDocument, wanted: string, besides: string): Result {
  const index = variables.findIndex(({ id, name }) => name === wanted && id !== besides);
  if (index < 0) return undefined;
  const message = 'another variable has this name, so texts could mean either';
  return { path: `bot.variables[${index}].name`, current: wanted, message };
}

function renameVariable(edited: EditedDocument, operation: Of<'renameVariable'>): Result {
  const { variableId, was, value } = operation;
  const taken = findNamed(edited, value, variableId) ?? findNamed(edited, was, variableId);
  const named: ValueChange = { path: ['name'], was, value };
  const clash = changeElement(edited.variables, variableId, named, 'bot.variables');
  if (!clash && !taken && isMentionable(was)) renameInTexts(edited, was, value);
  return clash ?? taken;
}
