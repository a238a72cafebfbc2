import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { askServiceForJson } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { type AiTool, MAX_TOOL_STEPS, runTool } from './ai-tool.ts';
import { addUsage, type Completion, NO_USAGE, type TokenUsage, toTokenCount } from './completion.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';
import { toProviderMessage } from './provider-message.ts';

export type AnthropicRequest = {
  apiKey: string;
  baseUrl: string;
  model: string;
  messages: readonly AiMessage[];
  systemMessage?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  tools?: readonly AiTool[];
  visionParts?: VisionParts | undefined;
};

/** `max_tokens` is required by the API. */
const DEFAULT_MAX_TOKENS = 4_096;

const API_VERSION = '2023-06-01';

/** Prompts a model, running the functions it calls until it returns its final text. @throws BlockError */
export async function requestAnthropicMessage(
  request: AnthropicRequest,
  context: BlockContext,
): Promise<Completion> {
  const { tools = [] } = request;
  // The API does not allow system messages in the message list.
  const system = [request.systemMessage, ...request.messages.filter(isSystem).map(({ content }) => content)]
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n');
  const messages: JsonObject[] = await Promise.all(
    request.messages
      .filter((message) => !isSystem(message))
      .map((message) => toProviderMessage(message, request.visionParts, toPart)),
  );
  let usage = NO_USAGE;
  for (let step = 1; ; step += 1) {
    const response = await askAnthropic(
      request,
      {
        messages,
        ...(system !== '' && { system }),
        ...(tools.length > 0 && { tools: tools.map(toSentTool) }),
      },
      context,
    );
    usage = addUsage(usage, getUsage(response.usage));
    const blocks = contentBlocks(response);
    const calls = blocks.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0 || step === MAX_TOOL_STEPS) return { text: textOfBlocks(blocks), usage };
    const results: JsonObject[] = [];
    for (const { id, name, input } of calls) {
      const content = await runTool(toPrimitiveText(name), input, tools, context);
      results.push({ type: 'tool_result', tool_use_id: id, content });
    }
    messages.push({ role: 'assistant', content: response.content }, { role: 'user', content: results });
  }
}

/**
 * Prompts a model for an object by forcing it to call a function with that JSON schema.
 * @throws BlockError
 */
export async function requestAnthropicObject(
  request: Omit<AnthropicRequest, 'tools' | 'visionParts'>,
  { name, schema }: { name: string; schema: JsonObject },
  context: BlockContext,
): Promise<unknown> {
  const response = await askAnthropic(
    request,
    {
      messages: request.messages,
      tools: [{ name, input_schema: schema }],
      tool_choice: { type: 'tool', name },
    },
    context,
  );
  return contentBlocks(response).find(({ type }) => type === 'tool_use')?.input;
}

function askAnthropic(
  { apiKey, baseUrl, model, temperature, maxTokens = DEFAULT_MAX_TOKENS }: AnthropicRequest,
  fields: JsonObject,
  { ports }: BlockContext,
): Promise<JsonObject> {
  return askServiceForJson(
    {
      url: `${baseUrl.replace(/\/+$/, '')}/messages`,
      headers: { 'anthropic-version': API_VERSION },
      credentials: { 'x-api-key': apiKey },
      json: {
        model,
        max_tokens: maxTokens,
        ...(temperature !== undefined && { temperature }),
        ...fields,
      },
    },
    ports,
  );
}

function isSystem({ role }: AiMessage): boolean {
  return role === 'system';
}

function toPart(part: VisionPart): JsonObject {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image', source: { type: 'url', url: part.url } };
}

function toSentTool({ name, description, schema }: AiTool): JsonObject {
  return { name, ...(description !== undefined && { description }), input_schema: schema };
}

function contentBlocks({ content }: JsonObject): JsonObject[] {
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

function textOfBlocks(blocks: readonly JsonObject[]): string {
  return blocks.map(({ type, text }) => (type === 'text' ? toPrimitiveText(text) : '')).join('');
}

function getUsage(usage: unknown): TokenUsage {
  if (!isJsonObject(usage)) return NO_USAGE;
  const promptTokens = toTokenCount(usage.input_tokens);
  const completionTokens = toTokenCount(usage.output_tokens);
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
}
