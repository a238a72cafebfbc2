import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { askServiceForJson, BlockError } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { type AiTool, runTool } from './ai-tool.ts';
import { type CompletionService, serviceCredentials, serviceUrl } from './chat-completion.ts';

export type ResponseRequest = {
  model: string;
  message: string;
  instructions?: string | undefined;
  previousResponseId?: string | undefined;
  temperature?: number | undefined;
  /** Tools that run on the provider's side, in the API's format. */
  hostedTools: readonly JsonObject[];
  functions: readonly AiTool[];
};

/** Maximum rounds of function calls, as in Typebot. */
const MAX_ROUNDS = 10;

/**
 * Prompts a model through the responses API, which stores the conversation under the response's id.
 * @throws BlockError
 */
export async function requestModelResponse(
  service: CompletionService,
  request: ResponseRequest,
  context: BlockContext,
): Promise<{ text: string; responseId: string }> {
  const { model, instructions, temperature, functions } = request;
  const tools = [...request.hostedTools, ...functions.map(toSentFunction)];
  let input: unknown = request.message;
  let previousResponseId = request.previousResponseId;
  for (let round = 1; ; round += 1) {
    const response = await askServiceForJson(
      {
        url: serviceUrl(service, '/responses'),
        credentials: serviceCredentials(service),
        json: {
          model,
          input,
          ...(instructions !== undefined && { instructions }),
          ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
          ...(temperature !== undefined && { temperature }),
          ...(tools.length > 0 && { tools }),
        },
      },
      context.ports,
    );
    const { id } = response;
    if (typeof id !== 'string') throw new BlockError('The service responded without a response id');
    const output = Array.isArray(response.output) ? response.output.filter(isJsonObject) : [];
    const calls = output.filter(({ type }) => type === 'function_call');
    if (calls.length === 0 || round === MAX_ROUNDS) return { text: outputText(output), responseId: id };
    const results: JsonObject[] = [];
    for (const { call_id, name, arguments: args } of calls) {
      const result = await runTool(toPrimitiveText(name), args, functions, context);
      results.push({ type: 'function_call_output', call_id, output: result });
    }
    input = results;
    previousResponseId = id;
  }
}

function toSentFunction({ name, description, schema }: AiTool): JsonObject {
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: schema,
    strict: false,
  };
}

function outputText(output: readonly JsonObject[]): string {
  return output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }): unknown[] => (Array.isArray(content) ? content : []))
    .map((part) => (isJsonObject(part) && part.type === 'output_text' ? toPrimitiveText(part.text) : ''))
    .join('');
}
