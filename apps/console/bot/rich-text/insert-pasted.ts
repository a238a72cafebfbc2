import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import {
  findLastText,
  getNode,
  isListType,
  replaceNodes,
  type TextEdit,
  type TextPosition,
} from './rich-text-lists.ts';
import { countShownChars, getChildren, hasContent, type Run, toRuns, withRuns } from './rich-text-model.ts';

/** A text that is cut at the caret. */
export type CutText = { element: JsonObject; before: readonly Run[]; after: readonly Run[] };

/** The edit, and the place of the caret in characters from the beginning of its text. */
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
  if (position.length > 1) return insertItems(nodes, position, cut, pasted.flatMap(listTexts));
  const { parts, caretPart, caretChars } = joinParts(cut, pasted, false);
  const inserted = replaceNodes(nodes, position, 1, ...parts);
  const caretAt = [(position[0] ?? 0) + caretPart];
  return { nodes: inserted, focus: findLastText(inserted, caretAt) ?? caretAt, caretChars };
}

function insertItems(
  nodes: readonly unknown[],
  position: TextPosition,
  cut: CutText,
  texts: readonly JsonObject[],
): PasteEdit {
  const { parts, caretPart, caretChars } = joinParts(cut, texts, true);
  const itemAt = position.slice(0, -1);
  const item = getNode(nodes, itemAt) ?? {};
  const [, ...lists] = getChildren(item);
  const items = parts.map((text, index) => ({
    ...(index === 0 ? item : { type: 'li' }),
    children: [{ ...text, type: cut.element.type }, ...(index === parts.length - 1 ? lists : [])],
  }));
  const focus = [...itemAt.slice(0, -1), (itemAt.at(-1) ?? 0) + caretPart, 0];
  return { nodes: replaceNodes(nodes, itemAt, 1, ...items), focus, caretChars };
}

/** Joins the two halves of a text to the first and the last of the pasted parts, as far as those are texts. */
function joinParts(cut: CutText, pasted: readonly JsonObject[], isInList: boolean) {
  const { element, after } = cut;
  const parts = joinBefore(cut, pasted, isInList);
  const caretPart = parts.length - 1;
  const last = parts[caretPart] ?? element;
  if (isListType(last.type)) {
    if (hasContent(after)) parts.push(withRuns({ type: element.type }, after));
    return { parts, caretPart, caretChars: Number.MAX_SAFE_INTEGER };
  }
  const runs = toRuns(last);
  parts[caretPart] = withRuns(last, [...runs, ...after]);
  return { parts, caretPart, caretChars: countShownChars(runs) };
}

function joinBefore(
  { element, before, after }: CutText,
  pasted: readonly JsonObject[],
  isInList: boolean,
): JsonObject[] {
  const [first, ...others] = pasted;
  if (!first) return [withRuns(element, before)];
  if (isListType(first.type))
    return hasContent(before) ? [withRuns(element, before), ...pasted] : [...pasted];
  const isContinued = isInList || hasContent(before) || (others.length === 0 && hasContent(after));
  const start = isContinued ? element : { ...element, type: first.type };
  return [withRuns(start, [...before, ...toRuns(first)]), ...others];
}

/** Lists the texts of a node: its own, or those of its items at each level. */
function listTexts(node: JsonObject): JsonObject[] {
  if (!isListType(node.type)) return [node];
  return getChildren(node).flatMap((item) => getChildren(item).filter(isJsonObject).flatMap(listTexts));
}
