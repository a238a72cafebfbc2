import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as groqOptions } from './chat-completion-block.ts';

/** Calls models hosted by Groq. */
export const groqBlock = chatCompletionBlock('groq', 'https://api.groq.com/openai/v1');
