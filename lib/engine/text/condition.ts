import * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalEnum, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import { once } from '#lib/platform/validation/once.ts';
import { type ComparisonOperator, isComparisonMet } from './comparison.ts';
import { isValidPattern } from './pattern-match.ts';
import { soleVariableName } from './template.ts';

const conditionFields = once(() =>
  z.object({
    logicalOperator: optionalEnum(['AND', 'OR']),
    comparisons: z.array(z.unknown()).catch([]),
  }),
);

const comparisonFields = once(() =>
  z.object({
    variableId: optionalText,
    comparisonOperator: optionalEnum(COMPARISON_OPERATORS),
    value: optionalText,
  }),
);

export type ConditionContext = Pick<BlockContext, 'variables' | 'render' | 'dateFormats'> &
  Partial<Pick<BlockContext, 'log'>>;

/** Checks whether a condition is met. A condition that is invalid or has no comparisons is not. */
export function isConditionMet(condition: unknown, context: ConditionContext): boolean {
  const { logicalOperator, comparisons } = readOptions(conditionFields(), condition);
  if (comparisons.length === 0) return false;
  return logicalOperator === 'OR'
    ? comparisons.some((comparison) => isMet(comparison, context))
    : comparisons.every((comparison) => isMet(comparison, context));
}

function isMet(comparison: unknown, context: ConditionContext): boolean {
  const { variableId, comparisonOperator, value } = readOptions(comparisonFields(), comparison);
  if (variableId === undefined || comparisonOperator === undefined) return false;
  const compared = toComparedValue(value ?? '', context);
  if (PATTERN_OPERATORS.has(comparisonOperator)) logInvalidPattern(compared, context);
  const names = [context.variables.byId(variableId)?.name, soleVariableName(value ?? '')];
  const formats = names.flatMap((name) => (name === undefined ? [] : context.dateFormats(name)));
  return isComparisonMet(
    comparisonOperator,
    context.variables.valueOf(variableId) ?? null,
    compared,
    formats,
  );
}

const PATTERN_OPERATORS = new Set<ComparisonOperator>(['Matches regex', 'Does not match regex']);

function logInvalidPattern(compared: VariableValue, { log }: ConditionContext): void {
  const patterns = [compared].flat().filter((pattern) => pattern !== null);
  if (patterns.every((pattern) => isValidPattern(pattern))) return;
  log?.({
    status: 'error',
    description: 'A comparison is not met: its pattern is not a valid regular expression',
  });
}

/**
 * A text that consists of a single variable yields the variable's value, which may be a list. The words
 * "undefined" and "null" yield null.
 */
function toComparedValue(text: string, context: ConditionContext): VariableValue {
  if (text === 'undefined' || text === 'null') return null;
  const name = soleVariableName(text);
  return (name === undefined ? undefined : context.variables.setByName(name)?.value) ?? context.render(text);
}
