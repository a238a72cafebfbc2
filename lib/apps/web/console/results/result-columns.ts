import type { OperationData } from '#lib/client/client.ts';
import { toCsvColumns } from '#lib/results/csv-columns.ts';
import type { Flow } from './use-flow.ts';

export type ListedResult = OperationData<'listResults'>['results'][number];

export type ResultColumns = {
  /** Title of each column: the variable or the group of a question. */
  titles: string[];
  toCells: (result: ListedResult) => string[];
};

/** The columns before and after those of the flow in an export, which this table shows in its own way. */
const FIRST = 1;
const LAST = -3;

/** Returns the columns of the table: those of an export, so that nobody has to compare two lists. */
export function toResultColumns(flow: Flow): ResultColumns {
  const { titles, toRow } = toCsvColumns(flow);
  return {
    titles: titles.slice(FIRST, LAST),
    toCells: (result) => toRow(result).slice(FIRST, LAST),
  };
}
