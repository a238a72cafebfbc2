import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes an image. */
export function describeImage(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        url: describeString({ title: 'Image', control: 'image' }),
        clickLink: describeSection(
          {
            url: describeString({
              title: 'Link',
              description: 'Opened by a click on the image.',
              control: 'url',
            }),
            alt: describeString({
              title: 'Alternative text',
              description: 'Read aloud to those who cannot see the image.',
              default: 'Bubble image',
            }),
          },
          { title: 'Link and description' },
        ),
      },
      { title: 'Image' },
    ),
  });
}
