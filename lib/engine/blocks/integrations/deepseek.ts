import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as deepseekOptions } from './chat-completion-block.ts';

/** Calls DeepSeek models. */
export const deepseekBlock = chatCompletionBlock('deepseek', 'https://api.deepseek.com/v1');
