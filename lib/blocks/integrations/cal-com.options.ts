import { describeActionBlock, describeUnusedAccount } from '#lib/blocks/action-block.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeText,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeTextEntries } from '#lib/blocks/key-values.options.ts';

/** Describes a block that shows a Cal.com calendar. */
export function describeCalCom(): BlockSchema {
  const common = {
    ...describeUnusedAccount(),
    baseUrl: describeText({
      title: 'Cal.com address',
      default: 'https://cal.com',
      control: 'url',
      isRare: true,
    }),
  };
  return describeActionBlock(common, {
    'Book event': {
      link: describeText({
        title: 'Event link',
        placeholder: 'https://cal.com/ada/30min',
      }),
      layout: describeChoice(['Month', 'Weekly', 'Columns'], { title: 'Layout', default: 'Month' }),
      name: describeText({ title: 'Name', placeholder: '{{Name}}' }),
      email: describeText({ title: 'E-mail', placeholder: '{{Email}}' }),
      phone: describeText({ title: 'Phone number', isRare: true }),
      additionalNotes: describeText({ title: 'Notes', control: 'longText', isRare: true }),
      anyPrefilledInformations: describeTextEntries(
        {
          title: 'Field',
          fields: {
            questionId: { title: 'Field', description: 'Its identifier in the form at Cal.com.' },
            value: { title: 'Value' },
          },
        },
        { title: 'Other fields', description: 'Filled in before the respondent sees them.', isRare: true },
      ),
      saveBookedDateInVariableId: describeVariable({ title: 'Save booked date in' }),
    },
  });
}
