import {
  type BlockSchema,
  describeFields,
  describeNumber,
  describeSection,
  describeText,
} from '#lib/blocks/field-schema.ts';

/** Describes a block that sends an event to Google Analytics. */
export function describeGoogleAnalytics(): BlockSchema {
  const options = {
    trackingId: describeText({ title: 'Measurement id', placeholder: 'G-ABC123' }),
    action: describeText({ title: 'Event name', placeholder: 'sign_up' }),
    category: describeText({ title: 'Category' }),
    label: describeText({ title: 'Label' }),
    value: describeNumber({ title: 'Value' }),
    sendTo: describeText({
      title: 'Send to',
      description: 'Another property or account that receives the event, as for a conversion.',
      placeholder: 'AW-123/abc',
      isRare: true,
    }),
  };
  return describeFields({ options: describeSection(options, { title: 'Google Analytics' }) });
}
