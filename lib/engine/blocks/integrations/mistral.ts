import * as z from 'zod';
import {
  chatCompletionOptions,
  completionService,
  createChatCompletion,
  extractionOptions,
  generateVariables,
} from './chat-completion-block.ts';
import { type ForgedRun, forgedBlock } from './forged-block.ts';

export const mistralOptions = z.object({ ...chatCompletionOptions.shape, ...extractionOptions.shape });

const serviceOf = ({ credentials }: ForgedRun) => completionService(credentials, 'https://api.mistral.ai/v1');

/** Asks a model of Mistral. */
export const mistralBlock = forgedBlock({
  type: 'mistral',
  options: mistralOptions,
  needsCredentials: true,
  actions: {
    'Create chat completion': createChatCompletion(serviceOf),
    'Generate variables': generateVariables(serviceOf),
  },
});
