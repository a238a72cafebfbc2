import { describeActionBlock, describeUnusedAccount } from '#lib/blocks/action-block.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeTextEntries } from '#lib/blocks/key-values.options.ts';

/** Describes a block that shows a Cal.com calendar. */
export function describeCalCom(): BlockSchema {
  const common = {
    ...describeUnusedAccount(),
    baseUrl: describeString({
      title: 'Cal.com address',
      default: 'https://cal.com',
      control: 'url',
      isRare: true,
    }),
  };
  return describeActionBlock(common, {
    'Book event': {
      link: describeString({
        title: 'Event link',
        placeholder: 'https://cal.com/ada/30min',
      }),
      layout: describeChoice(['Month', 'Weekly', 'Columns'], { title: 'Layout', default: 'Month' }),
      name: describeString({ title: 'Name', placeholder: '{{Name}}' }),
      email: describeString({ title: 'E-mail', placeholder: '{{Email}}' }),
      phone: describeString({ title: 'Phone number', isRare: true }),
      additionalNotes: describeString({ title: 'Notes', control: 'longText', isRare: true }),
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
