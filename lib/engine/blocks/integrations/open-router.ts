import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as openRouterOptions } from './chat-completion-block.ts';

/** Asks a model of OpenRouter. */
export const openRouterBlock = chatCompletionBlock('open-router', 'https://openrouter.ai/api/v1');
