import { type BlockSchema, describeFields, describeSection } from '#lib/blocks/field-schema.ts';
import { describeResponseVariableMapping } from '#lib/blocks/response-variable-mapping.options.ts';

/** Describes a wait for a call of the webhook of the bot. */
export function describeWebhookListener(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        responseVariableMapping: describeResponseVariableMapping({ title: 'Save the data' }),
      },
      { title: 'Webhook' },
    ),
  });
}
