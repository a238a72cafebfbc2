import { TOGETHER_AI } from '#lib/blocks/integrations/together-ai.ts';
import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as togetherAiOptions } from './chat-completion-block.ts';

/** Calls models hosted by Together AI. */
export const togetherAiBlock = chatCompletionBlock(TOGETHER_AI, 'https://api.together.xyz/v1');
