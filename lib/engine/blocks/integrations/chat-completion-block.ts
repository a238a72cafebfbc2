import * as z from 'zod';
import { aiTools, usableTools } from '#lib/engine/ai/ai-tool.ts';
import { type CompletionService, chatCompletion } from '#lib/engine/ai/chat-completion.ts';
import { assignParts, completionParts, responseMapping } from '#lib/engine/ai/completion.ts';
import { aiMessages, conversationMessages } from '#lib/engine/ai/conversation-messages.ts';
import { assignExtracted, extractionPlan, variablesToExtract } from '#lib/engine/ai/extracted-variables.ts';
import { imageLookUp } from '#lib/engine/ai/image-parts.ts';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText } from '#lib/engine/model/block-options.ts';
import { BlockFailure } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import {
  type ActionRun,
  actionBlock,
  type BlockAction,
  optionalSecret,
  required,
  requiredSecret,
  toNumber,
} from './action-block.ts';

/** Options of a block that asks a model through the chat completions API. */
export const chatCompletionOptions = z.object({
  model: optionalText,
  messages: aiMessages,
  tools: aiTools,
  temperature: numberOrTemplate,
  responseMapping,
});

export const extractionOptions = z.object({ model: optionalText, prompt: optionalText, variablesToExtract });

type ServiceOf<O> = (run: ActionRun, options: O) => CompletionService;

/** Has a model continue a conversation. */
export function createChatCompletion<O extends z.output<typeof chatCompletionOptions>>(
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
      if (messages.length === 0) throw new BlockFailure('No messages provided');
      const request = {
        model,
        messages,
        temperature: toNumber(options.temperature),
        tools: usableTools(options.tools),
        visionParts: canSee(model) ? imageLookUp(context.ports) : undefined,
      };
      assignParts(
        options.responseMapping,
        completionParts(await chatCompletion(service, request, context)),
        context,
      );
      return undefined;
    },
  };
}

/** Has a model find values for variables in a text. */
export function generateVariables<O extends z.output<typeof extractionOptions>>(
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
        answerSchema: { name, schema },
      };
      const { text } = await chatCompletion(service, request, context);
      assignExtracted(plan, text, context);
      return undefined;
    },
  };
}

/** The API key of the workspace, and the address of the service if the workspace has its own. */
export function completionService(credentials: JsonObject, defaultBaseUrl: string): CompletionService {
  return {
    apiKey: requiredSecret(credentials, 'apiKey'),
    baseUrl: optionalSecret(credentials, 'baseUrl') ?? defaultBaseUrl,
  };
}

/** A block for a service that only offers chat completions. */
export function chatCompletionBlock(type: string, baseUrl: string): ActionModule {
  return actionBlock({
    type,
    options: chatCompletionOptions,
    needsCredentials: true,
    actions: {
      'Create chat completion': createChatCompletion(({ credentials }) =>
        completionService(credentials, baseUrl),
      ),
    },
  });
}
