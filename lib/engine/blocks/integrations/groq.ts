import { chatCompletionBlock } from './chat-completion-block.ts';

export { chatCompletionOptions as groqOptions } from './chat-completion-block.ts';

/** Asks a model of Groq. */
export const groqBlock = chatCompletionBlock('groq', 'https://api.groq.com/openai/v1');
