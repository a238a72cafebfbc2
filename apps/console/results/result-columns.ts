import type { OperationData } from '#apps/client/client.ts';
import { TEXT_INPUT } from '#lib/blocks/inputs/text-input.ts';
import { type ColumnFlow, toCsvColumns } from '#lib/results/csv-columns.ts';
import { findQuestions } from '#lib/results/question-lookup.ts';

export type ListedResult = OperationData<'listResults'>['results'][number];

export type ResultColumns = {
  /** Title of each column: the variable or the group of a question. */
  titles: string[];
  toCells: (result: ListedResult) => string[];
};

/** The columns before and after those of the flow in an export, which this table shows in its own way. */
const FIRST = 1;
const LAST = -3;

/**
 * Returns the columns of the table: those of an export, so that nobody has to compare two lists. Of the questions that
 * were removed since, it has those that the results answer. A question that no release has is titled with its id.
 */
export function toResultColumns(
  current: readonly ColumnFlow[],
  former: readonly ColumnFlow[],
  results: readonly ListedResult[],
): ResultColumns {
  const flows = { current, former: [...former, ...unknownQuestions([...current, ...former], results)] };
  const { titles, formerCount, toRow } = toCsvColumns(flows);
  const toAllCells = (result: ListedResult) => toRow(result).slice(FIRST, LAST);
  const allTitles = titles.slice(FIRST, LAST);
  const rows = formerCount === 0 ? [] : results.map(toAllCells);
  const isShown = allTitles.map(
    (_, index) => index < allTitles.length - formerCount || rows.some((cells) => cells[index] !== ''),
  );
  return {
    titles: allTitles.filter((_, index) => isShown[index]),
    toCells: (result) => toAllCells(result).filter((_, index) => isShown[index]),
  };
}

/** Returns a flow for each question that no flow has, unless the answer has the column of a variable. */
function unknownQuestions(flows: readonly ColumnFlow[], results: readonly ListedResult[]): ColumnFlow[] {
  const known = new Set(flows.flatMap((flow) => findQuestions(flow)).map(({ block }) => block.id));
  const variables = new Set(flows.flatMap((flow) => flow.variables.map(({ id }) => id)));
  const unknown = results
    .flatMap(({ answers }) => answers)
    .filter(
      ({ blockId, variableId }) =>
        !known.has(blockId) && (variableId === null || !variables.has(variableId)) && known.add(blockId),
    );
  return unknown.map(({ blockId, groupId }) => ({
    groups: [
      {
        id: groupId,
        title: blockId,
        graphCoordinates: { x: 0, y: 0 },
        blocks: [{ id: blockId, type: TEXT_INPUT.type }],
      },
    ],
    variables: [],
  }));
}
