import { describeCompletionBlock } from '#lib/blocks/ai/chat-completion.options.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';

/** Describes a block that asks a DeepSeek model. */
export function describeDeepseek(): BlockSchema {
  return describeCompletionBlock('deepseek-chat');
}
