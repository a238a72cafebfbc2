import { describeChoices } from '#lib/blocks/choices.options.ts';
import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeSavedAnswer } from '#lib/blocks/input.options.ts';
import { describeDisplayCondition, describeItems } from '#lib/blocks/items.options.ts';

/** Describes pictures to choose from. */
export function describePictureChoiceInput(): BlockSchema {
  return describeFields({
    items: describeItems(
      {
        pictureSrc: describeString({ title: 'Picture', control: 'image' }),
        title: describeString({ title: 'Title' }),
        description: describeString({ title: 'Description', control: 'longText' }),
        value: describeString({
          title: 'Saved value',
          description: 'Saved as the answer in place of the title.',
          isRare: true,
        }),
        displayCondition: describeDisplayCondition(),
      },
      'Picture',
      { title: 'Pictures' },
    ),
    options: describeSection(
      {
        variableId: describeSavedAnswer(),
        ...describeChoices(),
        dynamicItems: describeSection(
          {
            isEnabled: describeFlag({
              title: 'From variables',
              description: 'Each value of the lists becomes a picture, in place of those above.',
              default: false,
            }),
            pictureSrcsVariableId: describeVariable({
              title: 'Pictures',
              description: 'A list of addresses.',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
            titlesVariableId: describeVariable({
              title: 'Titles',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
            descriptionsVariableId: describeVariable({
              title: 'Descriptions',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
          },
          { title: 'Pictures from variables', isRare: true },
        ),
      },
      { title: 'Pictures' },
    ),
  });
}
