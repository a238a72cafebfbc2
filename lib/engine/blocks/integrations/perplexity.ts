import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as perplexityOptions } from './chat-completion-block.ts';

/** Asks a model of Perplexity. */
export const perplexityBlock = chatCompletionBlock('perplexity', 'https://api.perplexity.ai');
