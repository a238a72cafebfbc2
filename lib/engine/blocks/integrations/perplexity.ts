import { PERPLEXITY } from '#lib/blocks/integrations/perplexity.ts';
import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as perplexityOptions } from './chat-completion-block.ts';

/** Calls Perplexity models. */
export const perplexityBlock = chatCompletionBlock(PERPLEXITY, 'https://api.perplexity.ai');
