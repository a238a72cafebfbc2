import { type BlockSchema, describeFields, describeSection } from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeRetryMessage, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes an input for web addresses. */
export function describeUrlInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({ placeholder: 'Type a URL...' }),
        variableId: describeSavedAnswer(),
        retryMessageContent: describeRetryMessage(),
      },
      { title: 'Website input' },
    ),
  });
}
