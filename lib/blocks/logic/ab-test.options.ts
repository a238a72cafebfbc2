import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describePlainNumber,
  describeSection,
} from '#lib/blocks/field-schema.ts';
import { describeItems } from '#lib/blocks/items.options.ts';

/** Describes an A/B test. */
export function describeAbTest(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        aPercent: describePlainNumber(
          { title: 'Chats of way A', default: 50, unit: '%' },
          { min: 0, max: 100 },
        ),
      },
      { title: 'A/B test' },
    ),

    items: describeItems(
      { path: describeChoice(['a', 'b'], { title: 'Way', choices: ['A', 'B'], control: 'hidden' }) },
      'Way',
      { title: 'Ways', control: 'hidden' },
    ),
  });
}
