import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getChildren, isParagraph } from './rich-text-model.ts';

/*
 * Lists of rich text. A list (`ul`, `ol`) has items (`li`), and an item has a text (`lic`) and then lists within it. Each edit
 * rebuilds the elements around the edited one and keeps all others, with the keys that nobody here knows.
 */

export type ListType = 'ul' | 'ol';

/** Indices of children that lead to a text: `[2]` is a paragraph, `[2, 0, 0]` the text of the first item of a list. */
export type TextPosition = readonly number[];

/** Rich text after an edit, and the text that gets the caret. */
export type TextEdit = { nodes: readonly unknown[]; focus: TextPosition };

export function isListType(type: unknown): type is ListType {
  return type === 'ul' || type === 'ol';
}

/** Tells whether a node is a list of which each item has a text and then lists alone. Others are shown and kept. */
export function isEditableList(
  node: unknown,
): node is JsonObject & { type: ListType; children: JsonObject[] } {
  if (!isJsonObject(node) || !isListType(node.type) || !Array.isArray(node.children)) return false;
  return node.children.length > 0 && node.children.every(isEditableItem);
}

function isEditableItem(item: unknown): boolean {
  if (!isJsonObject(item) || item.type !== 'li' || !Array.isArray(item.children)) return false;
  const [text, ...lists] = item.children;
  return isParagraph(text) && lists.every(isEditableList);
}

/** Returns undefined if the position leads nowhere. */
export function getNode(nodes: readonly unknown[], position: TextPosition): JsonObject | undefined {
  const [index = -1, ...rest] = position;
  const node = nodes[index];
  if (!isJsonObject(node)) return undefined;
  return rest.length === 0 ? node : getNode(getChildren(node), rest);
}

/** Replaces some neighbors, the first of which has the position. */
export function replaceNodes(
  nodes: readonly unknown[],
  position: TextPosition,
  count: number,
  ...added: readonly JsonObject[]
): unknown[] {
  const [index = 0, ...rest] = position;
  if (rest.length === 0) return nodes.toSpliced(index, count, ...added);
  const parent = nodes[index];
  if (!isJsonObject(parent) || !Array.isArray(parent.children)) return [...nodes];
  return nodes.with(index, { ...parent, children: replaceNodes(parent.children, rest, count, ...added) });
}

/** Finds the last text of a node, which the caret reaches first from below. */
export function findLastText(nodes: readonly unknown[], position: TextPosition): TextPosition | undefined {
  const node = getNode(nodes, position);
  if (!isEditableList(node)) return isParagraph(node) ? position : undefined;
  const itemIndex = node.children.length - 1;
  const parts = getChildren(node.children[itemIndex] ?? {});
  return findLastText(nodes, [...position, itemIndex, parts.length - 1]);
}

/** Type of the innermost list around a text. Undefined for a paragraph. */
export function getListType(nodes: readonly unknown[], position: TextPosition): ListType | undefined {
  const type = position.length < 3 ? undefined : getNode(nodes, position.slice(0, -2))?.type;
  return isListType(type) ? type : undefined;
}

/** Makes two items of one. Lists within it follow the second. */
export function splitItem(
  nodes: readonly unknown[],
  position: TextPosition,
  before: JsonObject,
  after: JsonObject,
): TextEdit {
  const { item, itemAt } = findItem(nodes, position);
  const [, ...lists] = getChildren(item);
  return {
    nodes: replaceNodes(
      nodes,
      itemAt,
      1,
      { ...item, children: [before] },
      { type: 'li', children: [after, ...lists] },
    ),
    focus: [...toNext(itemAt), 0],
  };
}

/** Turns a paragraph into an item: of its own list, or of the same kind of list beside it. */
export function wrapInList(nodes: readonly unknown[], index: number, type: ListType): TextEdit {
  const text = getNode(nodes, [index]) ?? {};
  const item = { type: 'li', children: [{ ...text, type: 'lic' }] };
  const isAlike = (node: unknown) => isEditableList(node) && node.type === type;
  const before = index > 0 && isAlike(nodes[index - 1]) ? (nodes[index - 1] as JsonObject) : undefined;
  const next = nodes[index + 1];
  // A list that begins with a number of its own stays apart.
  const after = isAlike(next) && (next as JsonObject).start === undefined ? (next as JsonObject) : undefined;
  const list = {
    ...(before ?? after ?? { type }),
    children: [...getChildren(before ?? {}), item, ...getChildren(after ?? {})],
  };
  const first = before ? index - 1 : index;
  return {
    nodes: nodes.toSpliced(first, 1 + (before ? 1 : 0) + (after ? 1 : 0), list),
    focus: [first, getChildren(before ?? {}).length, 0],
  };
}

/** Changes the innermost list around a text. */
export function setListType(nodes: readonly unknown[], position: TextPosition, type: ListType): TextEdit {
  const listAt = position.slice(0, -2);
  const { start, ...others } = getNode(nodes, listAt) ?? {};
  const list = { ...others, ...(type === 'ol' && start !== undefined && { start }), type };
  return { nodes: replaceNodes(nodes, listAt, 1, list), focus: position };
}

/** Puts an item into a list within the one before. The first item of a list stays. */
export function moveItemIn(nodes: readonly unknown[], position: TextPosition): TextEdit | undefined {
  const { item, itemAt, index, list, listAt } = findItem(nodes, position);
  const previous = getChildren(list)[index - 1];
  if (!previous) return undefined;
  const parts = getChildren(previous);
  const last = parts.at(-1);
  const inner = isEditableList(last) && last.type === list.type ? last : undefined;
  const grown = { ...(inner ?? { type: list.type }), children: [...(inner?.children ?? []), item] };
  const children = [...(inner ? parts.slice(0, -1) : parts), grown];
  return {
    nodes: replaceNodes(nodes, [...listAt, index - 1], 2, { ...previous, children }),
    focus: [...itemAt.slice(0, -1), index - 1, children.length - 1, grown.children.length - 1, 0],
  };
}

/** Moves an item out of its list: into the list around it, or between two parts of the list, as a paragraph. */
export function moveItemOut(nodes: readonly unknown[], position: TextPosition): TextEdit {
  const { item, index, list, listAt } = findItem(nodes, position);
  const items = getChildren(list);
  const before = index > 0 ? [{ ...list, children: items.slice(0, index) }] : [];
  const after = index + 1 < items.length ? [continueList(list, index)] : [];
  const parentAt = listAt.slice(0, -1);
  const parent = getNode(nodes, parentAt);
  if (!parent) {
    const [text, ...lists] = getChildren(item);
    return {
      nodes: replaceNodes(nodes, listAt, 1, ...before, { ...text, type: 'p' }, ...lists, ...after),
      focus: [(listAt[0] ?? 0) + before.length],
    };
  }
  const parts = getChildren(parent);
  const listIndex = listAt.at(-1) ?? 0;
  const outer = { ...parent, children: [...parts.slice(0, listIndex), ...before] };
  const moved = { ...item, children: [...getChildren(item), ...after, ...parts.slice(listIndex + 1)] };
  return { nodes: replaceNodes(nodes, parentAt, 1, outer, moved), focus: [...toNext(parentAt), 0] };
}

/** The items after one that leaves. Numbers go on where the first part ends. */
function continueList(list: JsonObject, index: number): JsonObject {
  const children = getChildren(list).slice(index + 1);
  if (list.type !== 'ol' || index === 0) return { ...list, children };
  const first = typeof list.start === 'number' ? list.start : 1;
  return { ...list, start: first + index, children };
}

function findItem(nodes: readonly unknown[], position: TextPosition) {
  const itemAt = position.slice(0, -1);
  const listAt = itemAt.slice(0, -1);
  return {
    item: getNode(nodes, itemAt) ?? {},
    itemAt,
    index: itemAt.at(-1) ?? 0,
    list: getNode(nodes, listAt) ?? {},
    listAt,
  };
}

function toNext(position: TextPosition): TextPosition {
  return [...position.slice(0, -1), (position.at(-1) ?? 0) + 1];
}
