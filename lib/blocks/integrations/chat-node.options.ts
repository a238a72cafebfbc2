import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that asks a bot of ChatNode. */
export function describeChatNode(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Send Message': {
      botId: describeString({ title: 'Bot id' }),
      message: describeString({ title: 'Message', control: 'longText' }),
      threadId: describeString({
        title: 'Conversation',
        description: 'Thread id of an earlier response, so the bot remembers the conversation.',
        placeholder: '{{Thread id}}',
      }),
      responseMapping: describeResponseMapping(['Message', 'Thread ID']),
    },
  });
}
