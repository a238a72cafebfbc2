import { describeComparisons } from '#lib/blocks/comparisons.options.ts';
import { type BlockSchema, describeFields } from '#lib/blocks/field-schema.ts';
import { describeItems } from '#lib/blocks/items.options.ts';

/** Describes conditions, each with an edge. */
export function describeCondition(): BlockSchema {
  return describeFields({
    items: describeItems({ content: describeComparisons({ title: 'Condition' }) }, 'Condition', {
      title: 'Conditions',
      description: 'The chat follows the first one that is met.',
    }),
  });
}
