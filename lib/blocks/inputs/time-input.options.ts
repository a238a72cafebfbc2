import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a time input. */
export function describeTimeInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts(),
        variableId: describeSavedAnswer(),
        format: describeString({
          title: 'Saved as',
          description: 'Pattern of hours and minutes.',
          default: 'HH:mm',
          placeholder: 'hh:mm a',
        }),
      },
      { title: 'Time input' },
    ),
  });
}
