import type * as z from 'zod';
import {
  type BlockSchema,
  describeChoice,
  describeEntryId,
  describeFields,
  describeList,
  describeNullableText,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeSavedAnswer } from '#lib/blocks/input.options.ts';
import { describeDisplayCondition, describeItems } from '#lib/blocks/items.options.ts';

/** Describes cards. */
export function describeCards(): BlockSchema {
  return describeFields({
    items: describeItems(
      {
        imageUrl: describeNullableText({ title: 'Picture', control: 'image' }),
        title: describeNullableText({
          title: 'Title',
          description: 'A single card whose title is a list becomes a card for each of its values.',
          control: 'value',
        }),
        description: describeNullableText({ title: 'Description', control: 'longText' }),
        paths: describeList(describePath(), { title: 'Buttons' }),
        options: describeSection(
          {
            displayCondition: describeDisplayCondition(),
            internalValue: describeNullableText({
              title: 'Internal value',
              description: 'Not shown on the card. It can be saved in a variable.',
              isRare: true,
            }),
          },
          { title: 'More' },
        ),
      },
      'Card',
      { title: 'Cards' },
    ),
    options: describeSection(
      {
        variableId: describeSavedAnswer(),
        saveResponseMapping: describeList(
          describeSection(
            {
              field: describeChoice(['Image URL', 'Title', 'Description', 'Button', 'Internal Value'], {
                title: 'Part of the card',
                choices: [
                  'Address of the picture',
                  'Title',
                  'Description',
                  'Text of the button',
                  'Internal value',
                ],
              }),
              variableId: describeVariable({ title: 'Save in' }),
            },
            { title: 'Saved part' },
          ),
          { title: 'Save parts', description: 'Saves parts of the chosen card.', isRare: true },
        ),
      },
      { title: 'Cards' },
    ),
  });
}

/** Describes a button of a card, with its edge. */
function describePath(): z.ZodType {
  return describeSection(
    {
      id: describeEntryId(),
      text: describeString({ title: 'Text' }),
      outgoingEdgeId: describeString({ title: 'Edge', control: 'hidden' }),
    },
    { title: 'Button' },
  );
}
