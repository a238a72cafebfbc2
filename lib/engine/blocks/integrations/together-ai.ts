import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as togetherAiOptions } from './chat-completion-block.ts';

/** Calls models hosted by Together AI. */
export const togetherAiBlock = chatCompletionBlock('together-ai', 'https://api.together.xyz/v1');
