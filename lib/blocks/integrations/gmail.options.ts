import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeText } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that sends an e-mail from a Gmail account. */
export function describeGmail(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Send email': {
      to: describeText({
        title: 'To',
        description: 'One or several addresses, separated by commas.',
        placeholder: 'ada@example.com',
      }),
      subject: describeText({ title: 'Subject' }),
      body: describeText({ title: 'Text', control: 'longText' }),
      attachments: describeText({
        title: 'Attachments',
        description: 'Addresses of files, separated by commas.',
        placeholder: '{{Files}}',
      }),
      from: describeText({
        title: 'From',
        description: 'An address or alias of the account.',
        isRare: true,
      }),
      replyTo: describeText({ title: 'Reply to', isRare: true }),
      threadId: describeText({
        title: 'Thread id',
        description: 'Adds the e-mail to a conversation of the account.',
        isRare: true,
      }),
      label: describeText({
        title: 'Label',
        description: 'Not supported: the e-mail is sent without it.',
        isRare: true,
      }),
      responseMapping: describeResponseMapping(['Message ID', 'Thread ID']),
    },
  });
}
