import * as z from 'zod';
import { MISTRAL } from '#lib/blocks/integrations/mistral.ts';
import { once } from '#lib/platform/validation/once.ts';
import { type ActionRun, actionBlock } from './action-block.ts';
import {
  chatCompletionOptions,
  completionService,
  createChatCompletion,
  extractionOptions,
  generateVariables,
} from './chat-completion-block.ts';

export const mistralOptions = once(() =>
  z.object({ ...chatCompletionOptions().shape, ...extractionOptions().shape }),
);

const getService = ({ credentials }: ActionRun) =>
  completionService(credentials, 'https://api.mistral.ai/v1');

/** Calls Mistral models. */
export const mistralBlock = actionBlock({
  about: MISTRAL,
  options: mistralOptions,
  actions: {
    'Create chat completion': createChatCompletion(getService),
    'Generate variables': generateVariables(getService),
  },
});
