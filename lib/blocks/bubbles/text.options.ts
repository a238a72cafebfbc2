import { type BlockSchema, describeFields, describeSection, describeText } from '#lib/blocks/field-schema.ts';
import { describeRichText } from '#lib/blocks/rich-text.options.ts';

/** Describes a text. */
function describeTextBubble(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        richText: describeRichText({ title: 'Text' }),
        // Copies of the text that old editors wrote. They are not shown.
        html: describeText({ title: 'Text as HTML', control: 'hidden' }),
        plainText: describeText({ title: 'Plain text', control: 'hidden' }),
      },
      { title: 'Text' },
    ),
  });
}

// Each type exports its description under its own name. Here it is that of the field.
export { describeTextBubble as describeText };
