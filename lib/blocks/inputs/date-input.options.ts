import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a date input. */
export function describeDateInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({
          others: {
            from: describeString({ title: 'Before first date', default: 'From:' }),
            to: describeString({ title: 'Before second date', default: 'To:' }),
            separator: describeString({
              title: 'Between saved dates',
              description: 'Stands between the two dates of a range in the saved answer.',
              default: 'to',
            }),
          },
        }),
        variableId: describeSavedAnswer(),
        hasTime: describeFlag({ title: 'With time', default: false }),
        isRange: describeFlag({ title: 'Two dates', default: false }),
        format: describeString({
          title: 'Saved as',
          description:
            'Pattern of day, month and year. If empty, dd/MM/yyyy, or dd/MM/yyyy HH:mm with a time.',
          placeholder: 'yyyy-MM-dd',
        }),
        min: describeString({ title: 'Earliest date', control: 'date' }),
        max: describeString({ title: 'Latest date', control: 'date' }),
      },
      { title: 'Date input' },
    ),
  });
}
