import { describeCompletionBlock } from '#lib/blocks/ai/chat-completion.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

/** Describes a block that asks a model of Perplexity. */
export function describePerplexity(): BlockSchema {
  return describeCompletionBlock('sonar');
}
