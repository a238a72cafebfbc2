import {
  type BlockSchema,
  describeFields,
  describeNumber,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a block that sends an event to Google Analytics. */
export function describeGoogleAnalytics(): BlockSchema {
  const options = {
    trackingId: describeString({ title: 'Measurement id', placeholder: 'G-ABC123' }),
    action: describeString({ title: 'Event name', placeholder: 'sign_up' }),
    category: describeString({ title: 'Category' }),
    label: describeString({ title: 'Label' }),
    value: describeNumber({ title: 'Value' }),
    sendTo: describeString({
      title: 'Send to',
      description: 'Another property or account that receives the event, as for a conversion.',
      placeholder: 'AW-123/abc',
      isRare: true,
    }),
  };
  return describeFields({ options: describeSection(options, { title: 'Google Analytics' }) });
}
