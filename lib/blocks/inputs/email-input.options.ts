import { type BlockSchema, describeFields, describeSection } from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeRetryMessage, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes an e-mail input. */
export function describeEmailInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({ placeholder: 'Type your email...' }),
        variableId: describeSavedAnswer(),
        retryMessageContent: describeRetryMessage(
          "This email doesn't seem to be valid. Can you type it again?",
        ),
      },
      { title: 'E-mail input' },
    ),
  });
}
