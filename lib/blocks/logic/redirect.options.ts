import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a redirect. */
export function describeRedirect(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        url: describeString({ title: 'Address', control: 'url', placeholder: 'https://example.com' }),
        isNewTab: describeFlag({ title: 'In a new tab', default: false }),
      },
      { title: 'Redirect' },
    ),
  });
}
