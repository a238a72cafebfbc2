import * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalEnum, optionalText } from '#lib/engine/model/block-options.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { type ComparisonOperator, isComparisonMet } from '#lib/engine/text/comparison.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';
import { once } from '#lib/platform/validation/once.ts';

const comparisons = once(() =>
  lenientList(
    z.object({
      column: optionalText,
      comparisonOperator: optionalEnum(COMPARISON_OPERATORS),
      value: optionalText,
    }),
  ),
);

export type SheetFilter = { logicalOperator?: string | undefined; comparisons?: unknown };

/** Whether a row matches a filter. */
export type RowTest = (header: string[], cells: string[]) => boolean;

/**
 * Creates a row filter that combines its comparisons with OR or AND. Comparisons work as in conditions.
 * (Deviation: Typebot supports fewer operators here; its unsupported ones match no row.) Returns
 * undefined if there is nothing to compare.
 */
export function rowTest(filter: SheetFilter | undefined, context: BlockContext): RowTest | undefined {
  if (!filter || !Array.isArray(filter.comparisons)) return undefined;
  const tests = comparisons()
    .parse(filter.comparisons)
    .map(({ column, comparisonOperator, value }) => {
      const right = context.render(value ?? '');
      const name = soleVariableName(value ?? '');
      const formats = name === undefined ? [] : context.dateFormats(name);
      return (header: string[], cells: string[]) =>
        column !== undefined &&
        comparisonOperator !== undefined &&
        isCellMet(comparisonOperator, cells[header.indexOf(column)] ?? '', right, formats);
    });
  return (header, cells) =>
    filter.logicalOperator === 'AND'
      ? tests.every((test) => test(header, cells))
      : tests.some((test) => test(header, cells));
}

/** Time limit for filtering a sheet, because a slow pattern is matched against every row. */
const MAX_FILTER_MS = 5_000;

/**
 * Returns the rows that match.
 * @throws Error on timeout
 */
export function findMatchingRows<R extends { cells: string[] }>(
  rows: R[],
  header: string[],
  test: RowTest,
  maxMs = MAX_FILTER_MS,
): R[] {
  const outcome = withinTime(maxMs, () => rows.filter(({ cells }) => test(header, cells)));
  if (!outcome) throw new Error('Filtering the rows took too long');
  return outcome.value;
}

/** An empty cell equals an empty string and is neither greater nor less than anything. */
function isCellMet(
  operator: ComparisonOperator,
  cell: string,
  right: string,
  formats: readonly DateFormat[],
): boolean {
  return isComparisonMet(operator, cell === '' && right !== '' ? null : cell, right, formats);
}
