import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { ListType } from './rich-text-lists.ts';
import { hasContent, type Run, withRuns } from './rich-text-model.ts';

/** Deepest list that is made. Deeper items join it. */
const MAX_DEPTH = 9;

/** The list of a line. */
export type ListLevel = { type: ListType; depth: number; start?: number | undefined };

/** A line of a pasted text: a paragraph, or an item of a list. */
export type PastedLine = { type: string; runs: readonly Run[]; list?: ListLevel | undefined };

type ListLine = PastedLine & { list: ListLevel };

/** Builds paragraphs and lists. Lines without a text at the beginning and the end are left out. */
export function buildElements(lines: readonly PastedLine[]): JsonObject[] {
  const hasText = ({ runs }: PastedLine) => hasContent(runs);
  const seen = lines.slice(lines.findIndex(hasText), lines.findLastIndex(hasText) + 1);
  const elements: JsonObject[] = [];
  for (let index = 0; index < seen.length; ) {
    const end = seen.findIndex(({ list }, at) => at >= index && !list);
    const items = seen.slice(index, end < 0 ? seen.length : end) as ListLine[];
    elements.push(...buildLists(items));
    index += items.length;
    const line = seen[index];
    if (line) elements.push(withRuns({ type: line.type }, line.runs));
    index += 1;
  }
  return elements;
}

/** Builds one list, or several if their kinds differ. Deeper lines are lists within the item before them. */
function buildLists(lines: readonly ListLine[]): JsonObject[] {
  const lists: (JsonObject & { children: JsonObject[] })[] = [];
  const outermost = Math.min(...lines.map(toDepth));
  for (let index = 0; index < lines.length; ) {
    const { list, runs } = lines[index] as ListLine;
    const next = lines.findIndex((line, at) => at > index && toDepth(line) <= outermost);
    const end = next < 0 ? lines.length : next;
    const inner = buildLists(lines.slice(index + 1, end));
    const item = { type: 'li', children: [withRuns({ type: 'lic' }, runs), ...inner] };
    const last = lists.at(-1);
    if (last?.type === list.type) last.children.push(item);
    else
      lists.push({
        type: list.type,
        ...(list.start !== undefined && { start: list.start }),
        children: [item],
      });
    index = end;
  }
  return lists;
}

function toDepth({ list }: ListLine): number {
  return Math.min(list.depth, MAX_DEPTH);
}
