import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a sound. */
export function describeAudio(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        url: describeString({
          title: 'Address',
          control: 'url',
          placeholder: 'https://example.com/sound.mp3',
        }),
        isAutoplayEnabled: describeFlag({ title: 'Play at once', default: true }),
      },
      { title: 'Audio' },
    ),
  });
}
