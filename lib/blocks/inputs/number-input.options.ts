import {
  type BlockSchema,
  describeFields,
  describeNumber,
  describeSection,
  describeText,
  describeVariable,
} from '#lib/blocks/field-schema.ts';

/** Describes a number input. */
export function describeNumberInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeSection(
          {
            placeholder: describeText({ title: 'Placeholder', default: 'Type a number...' }),
            button: describeText({ title: 'Button', default: 'Send' }),
          },
          { title: 'Texts' },
        ),
        variableId: describeVariable({ title: 'Save the answer in' }),
        min: describeNumber({ title: 'Smallest number' }),
      },
      { title: 'Number' },
    ),
  });
}
