import * as z from 'zod';
import { DIFY_AI } from '#lib/blocks/integrations/dify-ai.ts';
import {
  assignParts,
  type Completion,
  completionParts,
  NO_USAGE,
  responseMapping,
  toTokenCount,
} from '#lib/engine/ai/completion.ts';
import { streamEvents } from '#lib/engine/ai/event-stream.ts';
import { lenientList, optionalText } from '#lib/engine/model/block-options.ts';
import { askService, askServiceForJson, BlockError, toText } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, type BlockAction, optionalSecret, required, requiredSecret } from './action-block.ts';

export const difyAiOptions = once(() =>
  z.object({
    query: optionalText,
    conversationVariableId: optionalText,
    user: optionalText,
    inputs: lenientList(z.object({ key: optionalText, value: optionalText })),
    datasetId: optionalText,
    responseMapping: responseMapping(),
  }),
);

type DifyOptions = z.output<ReturnType<typeof difyAiOptions>>;

/** Older names for the parts of a response. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  Answer: 'Message content',
  'Total Tokens': 'Total tokens',
};

const createChatMessage: BlockAction<DifyOptions> = {
  doing: 'While creating chat message',
  async run(options, { context, credentials }) {
    const apiKey = requiredSecret(credentials, 'apiKey');
    const { conversationVariableId } = options;
    const conversationId = context.variables.valueOf(conversationVariableId);
    const inputs = options.inputs.flatMap(({ key, value }) =>
      key && value !== undefined ? [[key, value]] : [],
    );
    const response = await askService(
      {
        url: serviceUrl(credentials, '/chat-messages'),
        credentials: { authorization: `Bearer ${apiKey}` },
        json: {
          inputs: Object.fromEntries(inputs),
          query: required(options.query, 'No query provided'),
          // Agents only support streaming, and all other apps support it too.
          response_mode: 'streaming',
          conversation_id: typeof conversationId === 'string' ? conversationId : '',
          // Dify requires a user id.
          user: options.user ?? context.chat.sessionId,
        },
      },
      context.ports,
    );
    const { completion, newConversationId } = streamedCompletion(toText(response));
    if (newConversationId !== undefined) context.set(conversationVariableId, newConversationId);
    const mapping = options.responseMapping.map(({ item, variableId }) => ({
      item: item === undefined ? undefined : (OLD_NAMES[item] ?? item),
      variableId,
    }));
    assignParts(mapping, completionParts(completion), context);
    return undefined;
  },
};

/** @throws BlockError */
function streamedCompletion(text: string): { completion: Completion; newConversationId: string | undefined } {
  let completed = '';
  let usage = NO_USAGE;
  let newConversationId: string | undefined;
  for (const { data } of streamEvents(text)) {
    if (typeof data.conversation_id === 'string') newConversationId = data.conversation_id;
    if (data.event === 'message' || data.event === 'agent_message') completed += toPrimitiveText(data.answer);
    // The app's moderation replaces everything sent so far.
    if (data.event === 'message_replace') completed = toPrimitiveText(data.answer);
    if (data.event === 'message_end') usage = getUsage(data);
    if (data.event === 'error') {
      throw new BlockError('Dify failed to answer', {
        details: toPrimitiveText(data.message).slice(0, 1_000),
      });
    }
  }
  return { completion: { text: completed, usage }, newConversationId };
}

function getUsage({ metadata }: JsonObject): Completion['usage'] {
  const usage = isJsonObject(metadata) ? metadata.usage : undefined;
  if (!isJsonObject(usage)) return NO_USAGE;
  return {
    promptTokens: toTokenCount(usage.prompt_tokens),
    completionTokens: toTokenCount(usage.completion_tokens),
    totalTokens: toTokenCount(usage.total_tokens),
  };
}

const queryKnowledgeBase: BlockAction<DifyOptions> = {
  doing: 'While querying knowledge base',
  async run(options, { context, credentials }) {
    const apiKey = optionalSecret(credentials, 'knowledgeApiKey') ?? requiredSecret(credentials, 'apiKey');
    const datasetId = required(options.datasetId, 'No dataset provided');
    const { records } = await askServiceForJson(
      {
        url: serviceUrl(credentials, `/datasets/${encodeURIComponent(datasetId)}/retrieve`),
        credentials: { authorization: `Bearer ${apiKey}` },
        json: { query: required(options.query, 'No query provided') },
      },
      context.ports,
    );
    const chunks = (Array.isArray(records) ? records : []).flatMap((record: unknown) => {
      const segment = isJsonObject(record) ? record.segment : undefined;
      return isJsonObject(segment) && typeof segment.content === 'string' ? [segment.content] : [];
    });
    assignParts(options.responseMapping, { 'Retrieved chunks': chunks }, context);
    return undefined;
  },
};

/** Operators enter the URL with or without the API version. */
function serviceUrl(credentials: JsonObject, path: string): string {
  const endpoint = optionalSecret(credentials, 'apiEndpoint') ?? optionalSecret(credentials, 'baseUrl');
  const base = (endpoint ?? 'https://api.dify.ai').replace(/\/+$/, '').replace(/\/v1$/, '');
  return `${base}/v1${path}`;
}

/** Calls a Dify app or queries a knowledge base. */
export const difyAiBlock = actionBlock({
  about: DIFY_AI,
  options: difyAiOptions,
  actions: { 'Create Chat Message': createChatMessage, 'Query Knowledge Base': queryKnowledgeBase },
});
