import {
  type BlockSchema,
  describeFields,
  describePattern,
  describeSection,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeRetryMessage, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a phone number input. */
export function describePhoneNumberInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({ placeholder: 'Phone number' }),
        variableId: describeSavedAnswer(),
        // Typebot writes "INT" for any country.
        defaultCountryCode: describePattern(/^([A-Z]{2}|INT)$/, {
          title: 'Country',
          description: 'Code of two letters. Numbers without a country code belong to this country.',
          placeholder: 'US',
        }),
        retryMessageContent: describeRetryMessage(),
      },
      { title: 'Phone number input' },
    ),
  });
}
