import * as z from 'zod';
import type { IntegrationType } from '#lib/blocks/block-type.ts';
import { aiTools, usableTools } from '#lib/engine/ai/ai-tool.ts';
import { type CompletionService, requestChatCompletion } from '#lib/engine/ai/chat-completion.ts';
import { assignParts, completionParts, responseMapping } from '#lib/engine/ai/completion.ts';
import { aiMessages, conversationMessages } from '#lib/engine/ai/conversation-messages.ts';
import { assignExtracted, extractionPlan, variablesToExtract } from '#lib/engine/ai/extracted-variables.ts';
import { imageLookUp } from '#lib/engine/ai/image-parts.ts';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText } from '#lib/engine/model/block-options.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import {
  type ActionRun,
  actionBlock,
  type BlockAction,
  optionalSecret,
  required,
  requiredSecret,
  toNumber,
} from './action-block.ts';

/** Options shared by blocks that use the chat completions API. */
export const chatCompletionOptions = once(() =>
  z.object({
    model: optionalText,
    messages: aiMessages(),
    tools: aiTools(),
    temperature: numberOrTemplate(),
    responseMapping: responseMapping(),
  }),
);

export const extractionOptions = once(() =>
  z.object({ model: optionalText, prompt: optionalText, variablesToExtract: variablesToExtract() }),
);

type ServiceOf<O> = (run: ActionRun, options: O) => CompletionService;

/** Creates the action that has a model continue a conversation. */
export function createChatCompletion<O extends z.output<ReturnType<typeof chatCompletionOptions>>>(
  getService: ServiceOf<O>,
  { canSee = () => false }: { canSee?: (model: string) => boolean } = {},
): BlockAction<O> {
  return {
    doing: 'While generating chat completion',
    async run(options, run) {
      const { context } = run;
      const service = getService(run, options);
      const model = required(options.model, 'No model provided');
      const messages = conversationMessages(options.messages, context.variables);
      if (messages.length === 0) throw new BlockError('No messages provided');
      const request = {
        model,
        messages,
        temperature: toNumber(options.temperature),
        tools: usableTools(options.tools),
        visionParts: canSee(model) ? imageLookUp(context.ports) : undefined,
      };
      assignParts(
        options.responseMapping,
        completionParts(await requestChatCompletion(service, request, context)),
        context,
      );
      return undefined;
    },
  };
}

/** Creates the action that has a model extract variables from a text. */
export function generateVariables<O extends z.output<ReturnType<typeof extractionOptions>>>(
  getService: ServiceOf<O>,
): BlockAction<O> {
  return {
    doing: 'While generating variables',
    async run(options, run) {
      const { context } = run;
      const service = getService(run, options);
      const model = required(options.model, 'No model provided');
      const content = required(options.prompt, 'No prompt provided');
      const plan = extractionPlan(options.variablesToExtract, context.variables);
      const { name, schema } = plan;
      const request = {
        model,
        messages: [{ role: 'user' as const, content }],
        responseSchema: { name, schema },
      };
      const { text } = await requestChatCompletion(service, request, context);
      assignExtracted(plan, text, context);
      return undefined;
    },
  };
}

/** Returns the workspace's API key, and its base URL if it has a custom one. */
export function completionService(credentials: JsonObject, defaultBaseUrl: string): CompletionService {
  return {
    apiKey: requiredSecret(credentials, 'apiKey'),
    baseUrl: optionalSecret(credentials, 'baseUrl') ?? defaultBaseUrl,
  };
}

/** Creates a block for a service that only offers chat completions. */
export function chatCompletionBlock(about: IntegrationType, baseUrl: string): ActionModule {
  return actionBlock({
    about,
    options: chatCompletionOptions,
    actions: {
      'Create chat completion': createChatCompletion(({ credentials }) =>
        completionService(credentials, baseUrl),
      ),
    },
  });
}
