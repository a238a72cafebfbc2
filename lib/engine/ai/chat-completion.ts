import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { askServiceForJson, BlockError } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { type AiTool, MAX_TOOL_STEPS, runTool } from './ai-tool.ts';
import { addUsage, type Completion, NO_USAGE, type TokenUsage, toTokenCount } from './completion.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';
import { toProviderMessage } from './provider-message.ts';

/** A service with an OpenAI-compatible chat completions API. */
export type CompletionService = {
  /** For example "https://api.openai.com/v1". */
  baseUrl: string;
  apiKey: string;
  /**
   * For services that version their API with a query parameter, such as Azure. They also expect the key in a
   * different header.
   */
  apiVersion?: string | undefined;
};

export type CompletionRequest = {
  model: string;
  messages: readonly AiMessage[];
  temperature?: number | undefined;
  tools?: readonly AiTool[];
  /** Set if the model accepts images. */
  visionParts?: VisionParts | undefined;
  /** JSON schema that the model's response must match. */
  responseSchema?: { name: string; schema: JsonObject };
};

/** Prompts a model, running the functions it calls until it returns its final text. @throws BlockError */
export async function requestChatCompletion(
  service: CompletionService,
  request: CompletionRequest,
  context: BlockContext,
): Promise<Completion> {
  const { model, temperature, tools = [], responseSchema } = request;
  const messages: JsonObject[] = await Promise.all(
    request.messages.map((message) => toProviderMessage(message, request.visionParts, toPart)),
  );
  let usage = NO_USAGE;
  for (let step = 1; ; step += 1) {
    const response = await askServiceForJson(
      {
        url: serviceUrl(service, '/chat/completions'),
        credentials: serviceCredentials(service),
        json: {
          model,
          messages,
          ...(temperature !== undefined && { temperature }),
          ...(tools.length > 0 && { tools: tools.map(toSentTool) }),
          ...(responseSchema && {
            response_format: { type: 'json_schema', json_schema: { ...responseSchema, strict: true } },
          }),
        },
      },
      context.ports,
    );
    usage = addUsage(usage, getUsage(response.usage));
    const message = responseMessage(response);
    const calls = toolCalls(message);
    if (calls.length === 0 || step === MAX_TOOL_STEPS) return { text: contentText(message.content), usage };
    // Sent back unmodified, because some services sign or validate their own messages.
    messages.push(message);
    for (const { id, name, args } of calls) {
      const content = await runTool(name, args, tools, context);
      messages.push({ role: 'tool', tool_call_id: id, name, content });
    }
  }
}

export function serviceUrl({ baseUrl, apiVersion }: CompletionService, path: string): string {
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
  return apiVersion === undefined ? url : `${url}?api-version=${encodeURIComponent(apiVersion)}`;
}

export function serviceCredentials({ apiKey, apiVersion }: CompletionService): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, ...(apiVersion !== undefined && { 'api-key': apiKey }) };
}

function toPart(part: VisionPart): JsonObject {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: part.url } };
}

function toSentTool({ name, description, schema }: AiTool): JsonObject {
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: schema },
  };
}

function responseMessage({ choices }: JsonObject): JsonObject {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  if (!isJsonObject(message)) throw new BlockError('The service responded without a message');
  return message;
}

type ToolCall = { id: string; name: string; args: unknown };

function toolCalls({ tool_calls: calls }: JsonObject): ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (!isJsonObject(call) || !isJsonObject(call.function)) return [];
    return [
      {
        id: toPrimitiveText(call.id),
        name: toPrimitiveText(call.function.name),
        args: call.function.arguments,
      },
    ];
  });
}

/** Some services return content in parts, some of which are only the model's reasoning. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isJsonObject(part) && part.type === 'text' ? toPrimitiveText(part.text) : ''))
    .join('');
}

function getUsage(usage: unknown): TokenUsage {
  if (!isJsonObject(usage)) return NO_USAGE;
  const promptTokens = toTokenCount(usage.prompt_tokens);
  const completionTokens = toTokenCount(usage.completion_tokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens: toTokenCount(usage.total_tokens ?? promptTokens + completionTokens),
  };
}
