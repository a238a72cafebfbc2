import { DEEPSEEK } from '#lib/blocks/integrations/deepseek.ts';
import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as deepseekOptions } from './chat-completion-block.ts';

/** Calls DeepSeek models. */
export const deepseekBlock = chatCompletionBlock(DEEPSEEK, 'https://api.deepseek.com/v1');
