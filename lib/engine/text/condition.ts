import * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/bots/document/bot-schema.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalEnum, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import { isComparisonMet } from './comparison.ts';
import { soleVariableName } from './template.ts';

const conditionFields = z.object({
  logicalOperator: optionalEnum(['AND', 'OR']),
  comparisons: z.array(z.unknown()).catch([]),
});

const comparisonFields = z.object({
  variableId: optionalText,
  comparisonOperator: optionalEnum(COMPARISON_OPERATORS),
  value: optionalText,
});

export type ConditionContext = Pick<BlockContext, 'variables' | 'render'>;

/**
 * Whether a condition of a document is met. A condition without comparisons is not met, and neither is an
 * invalid one.
 */
export function isConditionMet(condition: unknown, context: ConditionContext): boolean {
  const { logicalOperator, comparisons } = readOptions(conditionFields, condition);
  if (comparisons.length === 0) return false;
  return logicalOperator === 'OR'
    ? comparisons.some((comparison) => isMet(comparison, context))
    : comparisons.every((comparison) => isMet(comparison, context));
}

function isMet(comparison: unknown, context: ConditionContext): boolean {
  const { variableId, comparisonOperator, value } = readOptions(comparisonFields, comparison);
  if (variableId === undefined || comparisonOperator === undefined) return false;
  return isComparisonMet(
    comparisonOperator,
    context.variables.valueOf(variableId) ?? null,
    comparedValue(value ?? '', context),
  );
}

/**
 * A text that is one variable and nothing else stands for the variable's value, even if that is a list. The
 * words "undefined" and "null" stand for no value.
 */
function comparedValue(text: string, context: ConditionContext): VariableValue {
  if (text === 'undefined' || text === 'null') return null;
  const name = soleVariableName(text);
  return (name === undefined ? undefined : context.variables.setByName(name)?.value) ?? context.render(text);
}
