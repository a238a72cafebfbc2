import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeText } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that asks a bot of ChatNode. */
export function describeChatNode(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Send Message': {
      botId: describeText({ title: 'Bot id' }),
      message: describeText({ title: 'Message', control: 'longText' }),
      threadId: describeText({
        title: 'Conversation',
        description: 'Thread id of an earlier response, so the bot remembers the conversation.',
        placeholder: '{{Thread id}}',
      }),
      responseMapping: describeResponseMapping(['Message', 'Thread ID']),
    },
  });
}
