import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as openRouterOptions } from './chat-completion-block.ts';

/** Calls models through OpenRouter. */
export const openRouterBlock = chatCompletionBlock('open-router', 'https://openrouter.ai/api/v1');
