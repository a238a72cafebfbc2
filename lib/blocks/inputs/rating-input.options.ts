import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describeFlag,
  describeNumber,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a rating. */
export function describeRatingInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        variableId: describeSavedAnswer(),
        buttonType: describeChoice(['Numbers', 'Icons'], { title: 'Shown as', default: 'Numbers' }),
        startsAt: describeNumber({
          title: 'First number',
          default: 0,
          shownIf: { field: 'buttonType', is: ['Numbers'] },
        }),
        length: describeNumber({ title: 'Highest rating', default: 10 }),
        isOneClickSubmitEnabled: describeFlag({
          title: 'Send at once',
          description: 'A click on a rating sends it, without a button.',
          default: false,
        }),
        labels: describeInputTexts({
          others: {
            left: describeString({ title: 'Beside the lowest', placeholder: 'Not likely at all' }),
            right: describeString({ title: 'Beside the highest', placeholder: 'Very likely' }),
          },
        }),
        customIcon: describeSection(
          {
            isEnabled: describeFlag({ title: 'Own icon', default: false }),
            svg: describeString({
              title: 'SVG of the icon',
              control: 'longText',
              placeholder: '<svg>…</svg>',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
          },
          { title: 'Icon', shownIf: { field: 'buttonType', is: ['Icons'] }, isRare: true },
        ),
      },
      { title: 'Rating' },
    ),
  });
}
