import { describeCompletionBlock } from '#lib/blocks/ai/chat-completion.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

/** Describes a block that asks a model at Together. */
export function describeTogetherAi(): BlockSchema {
  return describeCompletionBlock('meta-llama/Llama-3.3-70B-Instruct-Turbo');
}
