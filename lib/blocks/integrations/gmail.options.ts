import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that sends an e-mail from a Gmail account. */
export function describeGmail(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Send email': {
      to: describeString({
        title: 'To',
        description: 'One or several addresses, separated by commas.',
        placeholder: 'ada@example.com',
      }),
      subject: describeString({ title: 'Subject' }),
      body: describeString({ title: 'Text', control: 'longText' }),
      attachments: describeString({
        title: 'Attachments',
        description: 'Addresses of files, separated by commas.',
        placeholder: '{{Files}}',
      }),
      from: describeString({
        title: 'From',
        description: 'An address or alias of the account.',
        isRare: true,
      }),
      replyTo: describeString({ title: 'Reply to', isRare: true }),
      threadId: describeString({
        title: 'Thread id',
        description: 'Adds the e-mail to a conversation of the account.',
        isRare: true,
      }),
      label: describeString({
        title: 'Label',
        description: 'Not supported: the e-mail is sent without it.',
        isRare: true,
      }),
      responseMapping: describeResponseMapping(['Message ID', 'Thread ID']),
    },
  });
}
