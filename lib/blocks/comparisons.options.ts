import type * as z from 'zod';
import { COMPARISON_OPERATORS } from './comparison-operators.ts';
import {
  describeChoice,
  describeEntryId,
  describeList,
  describeSection,
  describeString,
  describeVariable,
  type FieldHint,
} from './field-schema.ts';

/** Operators that need no value to compare with. */
const WITHOUT_VALUE: readonly string[] = ['Is set', 'Is empty'];

/** Describes comparisons of variables, of which all or any have to be met. */
export function describeComparisons(hint: FieldHint): z.ZodType {
  const comparison = describeSection(
    {
      id: describeEntryId(),
      variableId: describeVariable({ title: 'Variable' }),
      comparisonOperator: describeChoice(COMPARISON_OPERATORS, { title: 'Comparison' }),
      value: describeString({
        title: 'Value',
        control: 'value',
        shownIf: {
          field: 'comparisonOperator',
          is: COMPARISON_OPERATORS.filter((operator) => !WITHOUT_VALUE.includes(operator)),
        },
      }),
    },
    { title: 'Comparison' },
  );
  return describeSection(
    {
      logicalOperator: describeChoice(['AND', 'OR'], {
        title: 'Comparisons to meet',
        default: 'AND',
        choices: ['All', 'Any'],
      }),
      comparisons: describeList(comparison, {
        title: 'Comparisons',
        description: 'Without any, the condition is not met.',
      }),
    },
    { control: 'condition', ...hint },
  );
}
