import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import {
  findLastText,
  getNode,
  isListType,
  spliceNodes,
  type TextEdit,
  type TextPosition,
} from './rich-text-lists.ts';
import { countShownChars, getChildren, hasContent, type Run, toRuns, withRuns } from './rich-text-model.ts';

/** A text that is cut at the caret. */
export type CutText = { element: JsonObject; before: readonly Run[]; after: readonly Run[] };

/** Where the caret goes, in characters from the beginning of the text. */
export type PasteEdit = TextEdit & { caretChars: number };

/**
 * Puts paragraphs and lists where a text is cut: the first paragraph continues the text before the caret, and the last one is
 * continued by the text after it. In a list, each becomes an item.
 */
export function insertPasted(
  nodes: readonly unknown[],
  position: TextPosition,
  cut: CutText,
  pasted: readonly JsonObject[],
): PasteEdit {
  const isInList = position.length > 1;
  const { element, before, after } = cut;
  const parts = isInList ? pasted.flatMap(listTexts) : [...pasted];
  const [first] = parts;
  if (first && !isListType(first.type)) {
    const isContinued = hasContent(before) || (parts.length === 1 && hasContent(after)) || isInList;
    const start = isContinued ? element : { ...element, type: first.type };
    parts[0] = withRuns(start, [...before, ...toRuns(first)]);
  } else if (hasContent(before) || !first) {
    parts.unshift(withRuns(element, before));
  }
  const last = parts.at(-1) ?? element;
  const isOpenEnd = !isListType(last.type);
  const caretChars = isOpenEnd ? countShownChars(toRuns(last)) : Number.MAX_SAFE_INTEGER;
  const caretPart = parts.length - 1;
  if (isOpenEnd) parts[caretPart] = withRuns(last, [...toRuns(last), ...after]);
  else if (hasContent(after)) parts.push(withRuns({ type: element.type }, after));

  if (isInList) {
    const itemAt = position.slice(0, -1);
    const item = getNode(nodes, itemAt) ?? {};
    const [, ...lists] = getChildren(item);
    const items = parts.map((text, index) => ({
      ...(index === 0 ? item : { type: 'li' }),
      children: [{ ...text, type: element.type }, ...(index === parts.length - 1 ? lists : [])],
    }));
    const focus = [...itemAt.slice(0, -1), (itemAt.at(-1) ?? 0) + caretPart, 0];
    return { nodes: spliceNodes(nodes, itemAt, 1, ...items), focus, caretChars };
  }
  const inserted = spliceNodes(nodes, position, 1, ...parts);
  const caretAt = [(position[0] ?? 0) + caretPart];
  return { nodes: inserted, focus: findLastText(inserted, caretAt) ?? caretAt, caretChars };
}

/** Lists the texts of a node: its own, or those of its items at each level. */
function listTexts(node: JsonObject): JsonObject[] {
  if (!isListType(node.type)) return [node];
  return getChildren(node).flatMap((item) => getChildren(item).filter(isJsonObject).flatMap(listTexts));
}
