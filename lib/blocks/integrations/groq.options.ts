import { describeCompletionBlock } from '#lib/blocks/ai/chat-completion.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

/** Describes a block that asks a model at Groq. */
export function describeGroq(): BlockSchema {
  return describeCompletionBlock('llama-3.3-70b-versatile');
}
