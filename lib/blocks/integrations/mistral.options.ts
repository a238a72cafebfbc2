import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { describeChatCompletion } from '#lib/blocks/ai/chat-completion.options.ts';
import { describeVariableExtraction } from '#lib/blocks/ai/extracted-variables.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

const MODEL = 'mistral-large-latest';

/** Describes a block that asks a Mistral model, or extracts variables. */
export function describeMistral(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Create chat completion': describeChatCompletion(MODEL),
    'Generate variables': describeVariableExtraction(MODEL),
  });
}
