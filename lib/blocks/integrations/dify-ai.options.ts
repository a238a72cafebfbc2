import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { COMPLETION_PARTS } from '#lib/blocks/ai/chat-completion.options.ts';
import { type BlockSchema, describeString, describeVariable } from '#lib/blocks/field-schema.ts';
import { describeKeyValues } from '#lib/blocks/key-values.options.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that asks an app of Dify, or searches a knowledge base. */
export function describeDifyAi(): BlockSchema {
  const query = describeString({ title: 'Question', control: 'longText' });
  return describeActionBlock(describeAccount(), {
    'Create Chat Message': {
      query,
      conversationVariableId: describeVariable({
        title: 'Conversation',
        description: 'Keeps the id of the conversation, so the app remembers it.',
      }),
      responseMapping: describeResponseMapping(COMPLETION_PARTS, {
        Answer: 'Message content',
        'Total Tokens': 'Total tokens',
      }),
      inputs: describeKeyValues('Input', { title: 'Inputs', description: 'Variables of the app.' }),
      user: describeString({
        title: 'User id',
        description: 'Without one, each chat is a user of its own.',
        isRare: true,
      }),
    },
    'Query Knowledge Base': {
      datasetId: describeString({ title: 'Knowledge base', description: 'Its id at Dify.' }),
      query,
      responseMapping: describeResponseMapping(['Retrieved chunks']),
    },
  });
}
