import { describeBubbleHeight } from '#lib/blocks/bubble-height.options.ts';
import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';

/** Describes a page of another website. */
export function describeEmbed(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        url: describeString({ title: 'Address', control: 'url', placeholder: 'https://example.com' }),
        height: describeBubbleHeight(),
        waitForEvent: describeSection(
          {
            isEnabled: describeFlag({
              title: 'Wait',
              description: 'The chat goes on when the page sends the event.',
              default: false,
            }),
            name: describeString({
              title: 'Name of the event',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
            saveDataInVariableId: describeVariable({
              title: 'Save its data in',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
          },
          { title: 'Event of the page', isRare: true },
        ),
      },
      { title: 'Embed' },
    ),
  });
}
