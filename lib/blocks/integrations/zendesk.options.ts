import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString } from '#lib/blocks/field-schema.ts';

/** Describes a block that opens the Zendesk widget. */
export function describeZendesk(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Open Web Widget': {
      userId: describeString({
        title: 'User id',
        description: 'With one, the respondent is signed in.',
        placeholder: '{{User id}}',
      }),
      name: describeString({ title: 'Name', placeholder: '{{Name}}' }),
      email: describeString({ title: 'E-mail', placeholder: '{{Email}}' }),
      webWidgetKey: describeString({
        title: 'Widget key',
        description: "If empty, the account's.",
        isRare: true,
      }),
    },
  });
}
