import { OPEN_ROUTER } from '#lib/blocks/integrations/open-router.ts';
import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as openRouterOptions } from './chat-completion-block.ts';

/** Calls models through OpenRouter. */
export const openRouterBlock = chatCompletionBlock(OPEN_ROUTER, 'https://openrouter.ai/api/v1');
