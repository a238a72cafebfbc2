import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { askService, askServiceForJson, BlockError, toText } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { type AiTool, MAX_TOOL_STEPS, runTool } from './ai-tool.ts';
import { type CompletionService, serviceCredentials, serviceUrl } from './chat-completion.ts';
import { type StreamEvent, streamEvents } from './event-stream.ts';

export type AssistantRequest = {
  assistantId: string;
  threadId: string;
  message: string;
  additionalInstructions?: string | undefined;
  functions: readonly AiTool[];
};

/**
 * Creates a thread, which stores the conversation with an assistant.
 * @returns the thread's id
 * @throws BlockError
 */
export async function createThread(service: CompletionService, { ports }: BlockContext): Promise<string> {
  const { id } = await askServiceForJson(
    { url: serviceUrl(service, '/threads'), ...assistantHeaders(service), json: {} },
    ports,
  );
  if (typeof id !== 'string') throw new BlockError('The service responded without a thread');
  return id;
}

/**
 * Adds a message to a thread and runs an assistant on it, using the threads API. The run is streamed, and the
 * stream ends when the run does, so there is no need to poll.
 *
 * @returns the assistant's message
 * @throws BlockError
 */
export async function requestAssistantMessage(
  service: CompletionService,
  { assistantId, threadId, message, additionalInstructions, functions }: AssistantRequest,
  context: BlockContext,
): Promise<string> {
  const thread = `/threads/${encodeURIComponent(threadId)}`;
  const ask = async (path: string, json: JsonObject): Promise<string> =>
    toText(
      await askService(
        { url: serviceUrl(service, `${thread}${path}`), ...assistantHeaders(service), json },
        context.ports,
      ),
    );
  await ask('/messages', { role: 'user', content: message });
  const run = {
    assistant_id: assistantId,
    ...(additionalInstructions !== undefined && { additional_instructions: additionalInstructions }),
    stream: true,
  };
  let events = streamEvents(await ask('/runs', run));
  for (let step = 1; ; step += 1) {
    const failed = events.find(({ event }) => FAILED_EVENTS.has(event ?? ''));
    if (failed) throw runFailure(failed);
    const waiting = events.findLast(({ event }) => event === 'thread.run.requires_action');
    if (!waiting || step === MAX_TOOL_STEPS) return getMessageText(events);
    const outputs: JsonObject[] = [];
    for (const { id, name, args } of findRequestedCalls(waiting)) {
      outputs.push({ tool_call_id: id, output: await runTool(name, args, functions, context) });
    }
    const path = `/runs/${encodeURIComponent(toPrimitiveText(waiting.data.id))}/submit_tool_outputs`;
    events = streamEvents(await ask(path, { tool_outputs: outputs, stream: true }));
  }
}

const FAILED_EVENTS = new Set(['error', 'thread.run.failed', 'thread.run.expired', 'thread.run.incomplete']);

function assistantHeaders(service: CompletionService) {
  return { headers: { 'openai-beta': 'assistants=v2' }, credentials: serviceCredentials(service) };
}

function runFailure({ event, data }: StreamEvent): BlockError {
  const { last_error: lastError = data } = data;
  return new BlockError(`The assistant's run ended with "${event}"`, {
    details: JSON.stringify(isJsonObject(lastError) ? (lastError.message ?? lastError) : lastError).slice(
      0,
      1_000,
    ),
  });
}

function findRequestedCalls({ data }: StreamEvent): { id: unknown; name: string; args: unknown }[] {
  const action = isJsonObject(data.required_action) ? data.required_action.submit_tool_outputs : undefined;
  const calls: unknown = isJsonObject(action) ? action.tool_calls : undefined;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (!isJsonObject(call) || !isJsonObject(call.function)) return [];
    return [{ id: call.id, name: toPrimitiveText(call.function.name), args: call.function.arguments }];
  });
}

/** Source citations, such as 【4:0†faq.pdf】, which are useless to respondents. */
const SOURCE_MARK = /\u3010[^\u3011]*\u3011/g;

function getMessageText(events: readonly StreamEvent[]): string {
  return events
    .filter(({ event }) => event === 'thread.message.completed')
    .flatMap(({ data }): unknown[] => (Array.isArray(data.content) ? data.content : []))
    .map((part) => {
      const text = isJsonObject(part) && isJsonObject(part.text) ? part.text.value : undefined;
      return typeof text === 'string' ? text.replace(SOURCE_MARK, '') : '';
    })
    .join('');
}
