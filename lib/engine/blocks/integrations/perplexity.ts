import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as perplexityOptions } from './chat-completion-block.ts';

/** Calls Perplexity models. */
export const perplexityBlock = chatCompletionBlock('perplexity', 'https://api.perplexity.ai');
