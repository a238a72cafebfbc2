import { describeChoices } from '#lib/blocks/choices.options.ts';
import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeSavedAnswer } from '#lib/blocks/input.options.ts';
import { describeDisplayCondition, describeItems } from '#lib/blocks/items.options.ts';

/** Describes buttons. */
export function describeChoiceInput(): BlockSchema {
  return describeFields({
    items: describeItems(
      {
        content: describeString({ title: 'Text' }),
        value: describeString({
          title: 'Saved value',
          description: 'Saved as the answer in place of the text.',
          isRare: true,
        }),
        displayCondition: describeDisplayCondition(),
      },
      'Button',
      { title: 'Buttons' },
    ),
    options: describeSection(
      {
        variableId: describeSavedAnswer(),
        dynamicVariableId: describeVariable({
          title: 'Buttons from',
          description: 'A list. Each of its values becomes a button, in place of those above.',
          isRare: true,
        }),
        ...describeChoices(),
      },
      { title: 'Buttons' },
    ),
  });
}
