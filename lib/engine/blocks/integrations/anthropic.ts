import * as z from 'zod';
import { ANTHROPIC } from '#lib/blocks/integrations/anthropic.ts';
import { usableTools } from '#lib/engine/ai/ai-tool.ts';
import { requestAnthropicMessage, requestAnthropicObject } from '#lib/engine/ai/anthropic-messages.ts';
import { assignParts, completionParts } from '#lib/engine/ai/completion.ts';
import { conversationMessages } from '#lib/engine/ai/conversation-messages.ts';
import { assignExtracted, extractionPlan } from '#lib/engine/ai/extracted-variables.ts';
import { imageLookUp } from '#lib/engine/ai/image-parts.ts';
import { numberOrTemplate, optionalText } from '#lib/engine/model/block-options.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import {
  actionBlock,
  type BlockAction,
  optionalSecret,
  required,
  requiredSecret,
  toNumber,
} from './action-block.ts';
import { chatCompletionOptions, extractionOptions } from './chat-completion-block.ts';

export const anthropicOptions = once(() =>
  z.object({
    ...chatCompletionOptions().shape,
    ...extractionOptions().shape,
    systemMessage: optionalText,
    maxTokens: numberOrTemplate(),
  }),
);

type AnthropicOptions = z.output<ReturnType<typeof anthropicOptions>>;

function getService(credentials: JsonObject): { apiKey: string; baseUrl: string } {
  return {
    apiKey: requiredSecret(credentials, 'apiKey'),
    baseUrl: optionalSecret(credentials, 'baseUrl') ?? 'https://api.anthropic.com/v1',
  };
}

/** Models that reject images. All newer ones accept them. */
const TEXT_ONLY = /^claude-(instant|1|2)/;

const createMessage: BlockAction<AnthropicOptions> = {
  doing: 'While generating chat completion',
  async run(options, { context, credentials }) {
    const service = getService(credentials);
    const model = required(options.model, 'No model provided');
    const messages = conversationMessages(options.messages, context.variables);
    if (messages.length === 0) throw new BlockError('No messages provided');
    const completion = await requestAnthropicMessage(
      {
        ...service,
        model,
        messages,
        systemMessage: options.systemMessage,
        temperature: toNumber(options.temperature),
        maxTokens: toNumber(options.maxTokens),
        tools: usableTools(options.tools),
        visionParts: TEXT_ONLY.test(model) ? undefined : imageLookUp(context.ports),
      },
      context,
    );
    const mapping = options.responseMapping.map(({ item, variableId }) => ({
      // Name used in older documents.
      item: item === 'Message Content' ? 'Message content' : item,
      variableId,
    }));
    assignParts(mapping, completionParts(completion), context);
    return undefined;
  },
};

const generateVariables: BlockAction<AnthropicOptions> = {
  doing: 'While generating variables',
  async run(options, { context, credentials }) {
    const service = getService(credentials);
    const model = required(options.model, 'No model provided');
    const content = required(options.prompt, 'No prompt provided');
    const plan = extractionPlan(options.variablesToExtract, context.variables);
    const request = { ...service, model, messages: [{ role: 'user' as const, content }] };
    assignExtracted(plan, await requestAnthropicObject(request, plan, context), context);
    return undefined;
  },
};

/** Calls Anthropic models. */
export const anthropicBlock = actionBlock({
  about: ANTHROPIC,
  options: anthropicOptions,
  actions: { 'Create Chat Message': createMessage, 'Generate variables': generateVariables },
});
