import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { askServiceForJson, BlockFailure } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { type AiTool, MAX_TOOL_STEPS, runTool } from './ai-tool.ts';
import { addedUsage, type Completion, NO_USAGE, type TokenUsage } from './completion.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';
import { sentMessage } from './sent-message.ts';

/** A service that speaks OpenAI's chat completions API, as most do. */
export type CompletionService = {
  /** Such as "https://api.openai.com/v1". */
  baseUrl: string;
  apiKey: string;
  /**
   * For services that version the API by a query parameter, as Azure does. They also want the key in a
   * separate header.
   */
  apiVersion?: string | undefined;
};

export type CompletionRequest = {
  model: string;
  messages: readonly AiMessage[];
  temperature?: number | undefined;
  tools?: readonly AiTool[];
  /** Set if the model can see. */
  visionParts?: VisionParts | undefined;
  /** A JSON schema that the answer must match. */
  answerSchema?: { name: string; schema: JsonObject };
};

/** Asks a model, and runs the functions that it calls until it has its answer. @throws BlockFailure */
export async function chatCompletion(
  service: CompletionService,
  request: CompletionRequest,
  context: BlockContext,
): Promise<Completion> {
  const { model, temperature, tools = [], answerSchema } = request;
  const messages: JsonObject[] = await Promise.all(
    request.messages.map((message) => sentMessage(message, request.visionParts, sentPart)),
  );
  let usage = NO_USAGE;
  for (let step = 1; ; step += 1) {
    const answer = await askServiceForJson(
      {
        url: serviceUrl(service, '/chat/completions'),
        credentials: serviceCredentials(service),
        json: {
          model,
          messages,
          ...(temperature !== undefined && { temperature }),
          ...(tools.length > 0 && { tools: tools.map(sentTool) }),
          ...(answerSchema && {
            response_format: { type: 'json_schema', json_schema: { ...answerSchema, strict: true } },
          }),
        },
      },
      context.ports,
    );
    usage = addedUsage(usage, getUsage(answer.usage));
    const message = answeredMessage(answer);
    const calls = toolCalls(message);
    if (calls.length === 0 || step === MAX_TOOL_STEPS) return { text: contentText(message.content), usage };
    // Exactly as it came, because services sign or check what they said.
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

function sentPart(part: VisionPart): JsonObject {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: part.url } };
}

function sentTool({ name, description, schema }: AiTool): JsonObject {
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: schema },
  };
}

function answeredMessage({ choices }: JsonObject): JsonObject {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  if (!isJsonObject(message)) throw new BlockFailure('The service answered without a message');
  return message;
}

type ToolCall = { id: string; name: string; args: unknown };

function toolCalls({ tool_calls: calls }: JsonObject): ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (!isJsonObject(call) || !isJsonObject(call.function)) return [];
    return [{ id: String(call.id), name: String(call.function.name), args: call.function.arguments }];
  });
}

/** Some services answer in parts. Some of the parts are only the model's reasoning. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isJsonObject(part) && part.type === 'text' ? String(part.text ?? '') : ''))
    .join('');
}

function getUsage(usage: unknown): TokenUsage {
  if (!isJsonObject(usage)) return NO_USAGE;
  const promptTokens = Number(usage.prompt_tokens ?? 0);
  const completionTokens = Number(usage.completion_tokens ?? 0);
  return {
    promptTokens,
    completionTokens,
    totalTokens: Number(usage.total_tokens ?? promptTokens + completionTokens),
  };
}
