import { describeCompletionBlock } from '#lib/blocks/ai/chat-completion.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

/** Describes a block that asks a model through OpenRouter. */
export function describeOpenRouter(): BlockSchema {
  return describeCompletionBlock('openai/gpt-4o');
}
