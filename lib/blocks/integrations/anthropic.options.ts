import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { describeModel, describeTemperature } from '#lib/blocks/ai/chat-completion.options.ts';
import { describeVariableExtraction } from '#lib/blocks/ai/extracted-variables.options.ts';
import { describeAiFunctions } from '#lib/blocks/ai/functions.options.ts';
import { describeAiMessages } from '#lib/blocks/ai/messages.options.ts';
import { type BlockSchema, describeNumber, describeString } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

const MODEL = 'claude-sonnet-4-5';

/** Describes a block that asks a Claude model, or extracts variables. */
export function describeAnthropic(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Create Chat Message': {
      model: describeModel(MODEL),
      systemMessage: describeString({
        title: 'Instructions',
        description: 'Tells the model how to behave.',
        control: 'longText',
      }),
      messages: describeAiMessages(['user', 'assistant', 'Dialogue']),
      responseMapping: describeResponseMapping(['Message content'], { 'Message Content': 'Message content' }),
      temperature: describeTemperature(),
      maxTokens: describeNumber({
        title: 'Longest reply',
        unit: 'tokens',
        default: 4096,
        isRare: true,
      }),
      tools: describeAiFunctions({ hasType: true }),
    },
    'Generate variables': describeVariableExtraction(MODEL),
  });
}
