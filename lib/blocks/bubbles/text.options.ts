import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeRichText } from '#lib/blocks/rich-text.options.ts';

/** Describes a text. */
export function describeText(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        richText: describeRichText({ title: 'Text' }),
        // Copies of the text that old editors wrote. They are not shown.
        html: describeString({ title: 'Text as HTML', control: 'hidden' }),
        plainText: describeString({ title: 'Plain text', control: 'hidden' }),
      },
      { title: 'Text' },
    ),
  });
}
