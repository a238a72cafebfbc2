import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { getBlocks } from './flow-blocks.ts';
import type { ListedResult } from './result-schema.ts';
import { variableText } from './variable-text.ts';

/*
 * The CSV has one column per question and one per remaining variable. A question's column is titled with the
 * variable that stores the answer or, without one, its group. Questions that share a variable share a column.
 */

export type CsvColumns = {
  /** Header row, in the same order as the cells. */
  titles: string[];
  toRow: (result: ListedResult) => string[];
};

type Column = { title: string; variableId: string | undefined };

/** Longer titles are truncated, because a header row with many columns has to fit into a response. */
const MAX_TITLE_CHARS = 250;

const SUBMITTED_AT = 'Submitted at';
const LAST_TITLES = ['Completed', 'Result id', 'Other'];

export function toCsvColumns(flow: Pick<BotFlow, 'groups' | 'variables'>): CsvColumns {
  const columns: Column[] = [];
  const byBlock = new Map<string, number>();
  const byVariable = new Map<string, number>();
  const variables = new Map(flow.variables.map((variable) => [variable.id, variable]));

  const columnOfVariable = (variableId: string, title: string): number => {
    const known = byVariable.get(variableId);
    if (known !== undefined) return known;
    byVariable.set(variableId, columns.length);
    return columns.push({ title, variableId }) - 1;
  };
  for (const group of flow.groups) {
    for (const block of getBlocks(group).filter(isInputBlock)) {
      const variableId = isJsonObject(block.options) ? block.options.variableId : undefined;
      const variable = typeof variableId === 'string' ? variables.get(variableId) : undefined;
      const column = variable
        ? columnOfVariable(variable.id, variable.name)
        : columns.push({ title: group.title, variableId: undefined }) - 1;
      byBlock.set(block.id, column);
    }
  }
  for (const { id, name, isSessionVariable } of flow.variables) {
    if (isSessionVariable !== true) columnOfVariable(id, name);
  }
  return {
    titles: uniqueTitles([SUBMITTED_AT, ...columns.map(({ title }) => title), ...LAST_TITLES]),
    toRow: (result) => toRow(result, columns, { byBlock, byVariable }),
  };
}

function toRow(
  result: ListedResult,
  columns: Column[],
  { byBlock, byVariable }: { byBlock: Map<string, number>; byVariable: Map<string, number> },
): string[] {
  const cells: string[][] = columns.map(() => []);
  const other: object[] = [];
  for (const { blockId, variableId, content } of result.answers) {
    const column = byBlock.get(blockId) ?? (variableId === null ? undefined : byVariable.get(variableId));
    if (column === undefined) other.push({ blockId, content });
    else cells[column]?.push(content);
  }
  for (const { id, name, value, isSessionVariable } of result.variables) {
    const column = byVariable.get(id);
    const text = variableText(value);
    if (text === '' || isSessionVariable === true) continue;
    if (column === undefined) other.push({ variable: name, value });
    else if (cells[column]?.length === 0) cells[column].push(text);
  }
  if (result.omittedAnswers !== undefined) other.push({ omittedAnswers: result.omittedAnswers });
  return [
    result.createdAt,
    ...cells.map((contents) => contents.join(', ')),
    result.isCompleted ? 'true' : 'false',
    result.id,
    other.length === 0 ? '' : JSON.stringify(other),
  ];
}

/** Makes titles unique, so that columns can be referenced by title: a second "Name" becomes "Name (2)". */
function uniqueTitles(titles: string[]): string[] {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return titles.map((title) => {
    const wanted = title.slice(0, MAX_TITLE_CHARS).trim() || 'Untitled';
    let unique = wanted;
    while (taken.has(unique)) {
      const count = (counts.get(wanted) ?? 1) + 1;
      counts.set(wanted, count);
      unique = `${wanted} (${count})`;
    }
    taken.add(unique);
    return unique;
  });
}
