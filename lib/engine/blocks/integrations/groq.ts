import { GROQ } from '#lib/blocks/integrations/groq.ts';
import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as groqOptions } from './chat-completion-block.ts';

/** Calls models hosted by Groq. */
export const groqBlock = chatCompletionBlock(GROQ, 'https://api.groq.com/openai/v1');
