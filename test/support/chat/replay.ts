import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { type ChatPorts, HttpRequestError } from '#lib/engine/model/ports.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { EngineConversation } from '#test/support/engine-conversation.ts';
import type { RecordedConversation, RecordedResult } from '#test/support/transcripts.ts';
import { helperServer, LINKED_CHILD } from './transcript-surroundings.ts';

/* Replays a recorded conversation and reports the differences. */

const CHILD_ID = 'y6s9zje8k3292odjfczg3740';

export type Difference = { where: string; field: string; expected: unknown; actual: unknown };

export function toFlow(document: JsonObject, botId: string): ChatFlow {
  return toChatFlow({ botId, workspaceId: 'w', release: 1, flow: toImportedDocument(document).document });
}

function ports(linked: ReadonlyMap<string, ChatFlow>, random: number): ChatPorts {
  const remainingMs = () => 60_000;
  const http: ChatPorts['http'] = async (request) => {
    const response = helperServer(request);
    if (response) return response;
    const url = URL.parse(request.url);
    if (!url) throw new HttpRequestError('refused', 'Invalid URL format');
    throw new HttpRequestError('refused', `getaddrinfo EAI_AGAIN ${url.hostname}`);
  };
  return {
    now: () => new Date('2026-11-21T05:30:00.000Z'),
    random: () => random,
    createId,
    remainingMs,
    sandbox: () => createSandbox({ remainingMs, http }),
    http,
    credentials: async () => undefined,
    linkedBot: async (botId) => {
      const flow = linked.get(botId);
      return flow && { flow, webhookReplies: 'data' };
    },
  };
}

/**
 * Replays a conversation with both outcomes of a random branch, because the recording may have taken either.
 * Returns the replay with fewer differences.
 */
export async function replay(name: string, kind: string, conversation: RecordedConversation, flow: ChatFlow) {
  const one = await replayWith(0.25, name, kind, conversation, flow);
  if (one.differences.length === 0) return one;
  const other = await replayWith(0.75, name, kind, conversation, flow);
  return other.differences.length < one.differences.length ? other : one;
}

async function replayWith(
  random: number,
  name: string,
  kind: string,
  conversation: RecordedConversation,
  flow: ChatFlow,
) {
  const differences: Difference[] = [];
  const flows = new Map([
    [flow.botId, flow],
    [CHILD_ID, toFlow(LINKED_CHILD, CHILD_ID)],
  ]);
  const chat = new EngineConversation((botId) => flows.get(botId), ports(flows, random));
  let turns = 0;
  for (const [index, step] of conversation.steps.entries()) {
    turns += 1;
    const where = `${name} ${kind} ${index}`;
    const compare = (field: string, expected: unknown, actual: unknown) => {
      if (!isSame(expected, actual)) differences.push({ where, field, expected, actual });
    };
    try {
      const response =
        step.request.operation === 'startChat'
          ? await startResponse(chat, flow, step.request.body)
          : ((await chat.continue(step.request.body)) as JsonObject);
      compare('status', step.status, 200);
      if (step.status !== 200) break;
      for (const field of [
        'messages',
        'input',
        'clientSideActions',
        'lastMessageNewFormat',
        'progress',
        'dynamicTheme',
        'logs',
      ]) {
        compare(field, step.response[field], response[field]);
      }
    } catch (error) {
      differences.push({ where, field: 'error', expected: step.status, actual: String(error) });
      break;
    }
    if (step.resultAfter) compareResults(compare, step.resultAfter.response?.result, chat);
  }
  if (conversation.result) {
    compareResults(
      (field, expected, actual) => {
        if (!isSame(expected, actual))
          differences.push({ where: `${name} ${kind} end`, field, expected, actual });
      },
      conversation.result.response?.result,
      chat,
    );
  }
  return { turns, differences };
}

async function startResponse(
  chat: EngineConversation,
  flow: ChatFlow,
  body: JsonObject,
): Promise<JsonObject> {
  const { response } = await chat.start(flow, body);
  return response as JsonObject;
}

function compareResults(
  compare: (field: string, expected: unknown, actual: unknown) => void,
  recorded: RecordedResult | undefined,
  chat: EngineConversation,
) {
  if (!recorded) return;
  const { result } = chat;
  compare('result.answers', recorded.answers, result?.answers);
  compare('result.hasStarted', recorded.hasStarted, result?.hasStarted);
  compare('result.isCompleted', recorded.isCompleted, result?.isCompleted);
  compare('result.variables', valuesByName(recorded.variables), valuesByName(result?.variables ?? []));
}

function valuesByName(variables: { id: string; name: string; value?: unknown }[]) {
  return Object.fromEntries(variables.map(({ id, value }) => [id, value]).toSorted());
}

/** Compares two values as JSON. Placeholders in the recording match any text. */
function isSame(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string' && typeof actual === 'string') return matches(expected, actual);
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((entry, index) => isSame(entry, actual[index]))
    );
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return false;
    const keys = new Set([...definedKeys(expected), ...definedKeys(actual)]);
    return [...keys].every((key) => isSame(expected[key], actual[key]));
  }
  return Object.is(expected, actual) || (expected === undefined && actual === undefined);
}

function definedKeys(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}

const PLACEHOLDER = /<(?:timestamp|id|resultId|sessionId|typebotId|publishedAt)>/;

function matches(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  if (!PLACEHOLDER.test(expected)) return false;
  const pattern = expected
    .split(new RegExp(PLACEHOLDER, 'g'))
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^"]*?');
  return new RegExp(`^${pattern}$`, 's').test(actual);
}
