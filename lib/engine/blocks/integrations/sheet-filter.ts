import * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/bots/document/bot-schema.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { listOf, optionalEnum, optionalText } from '#lib/engine/model/block-options.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { type ComparisonOperator, isComparisonMet } from '#lib/engine/text/comparison.ts';

const comparisons = listOf(
  z.object({
    column: optionalText,
    comparisonOperator: optionalEnum(COMPARISON_OPERATORS),
    value: optionalText,
  }),
);

export type SheetFilter = { logicalOperator?: string | undefined; comparisons?: unknown };

/** Whether a row is one that a block asks for. */
export type RowTest = (header: string[], cells: string[]) => boolean;

/**
 * Tests rows for one of the comparisons, or for all of them with "AND". Compares as conditions do.
 * (Deviation: the source product knows fewer operators here, and the others match no row.) Undefined if there
 * is nothing to compare with.
 */
export function rowTest(filter: SheetFilter | undefined, context: BlockContext): RowTest | undefined {
  if (!filter || !Array.isArray(filter.comparisons)) return undefined;
  const tests = comparisons.parse(filter.comparisons).map(({ column, comparisonOperator, value }) => {
    const right = context.render(value ?? '');
    return (header: string[], cells: string[]) =>
      column !== undefined &&
      comparisonOperator !== undefined &&
      isCellMet(comparisonOperator, cells[header.indexOf(column)] ?? '', right);
  });
  return (header, cells) =>
    filter.logicalOperator === 'AND'
      ? tests.every((test) => test(header, cells))
      : tests.some((test) => test(header, cells));
}

/** Time limit for all rows of a sheet, because some patterns take long for each. */
const MAX_FILTER_MS = 5_000;

/** The rows that pass a test. @throws Error if that takes too long */
export function matchingRows<R extends { cells: string[] }>(
  rows: R[],
  header: string[],
  test: RowTest,
  maxMs = MAX_FILTER_MS,
): R[] {
  const outcome = withinTime(maxMs, () => rows.filter(({ cells }) => test(header, cells)));
  if (!outcome) throw new Error('Filtering the rows took too long');
  return outcome.value;
}

/** An empty cell equals an empty text, and is neither more nor less than anything. */
function isCellMet(operator: ComparisonOperator, cell: string, right: string): boolean {
  return isComparisonMet(operator, cell === '' && right !== '' ? null : cell, right);
}
