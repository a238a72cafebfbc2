import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import type { ChatPorts, Sandbox } from '#lib/engine/model/ports.ts';
import { savedDateFormats } from '#lib/engine/model/saved-date-formats.ts';
import { type ChatVariable, Variables, VariablesTooLargeError } from '#lib/engine/model/variables.ts';
import { renderAll, renderTemplate } from '#lib/engine/text/template.ts';

export type BlockContextOptions = {
  /** Either variables, or a map from names to values. With a map, each name is also the variable's id. */
  variables?: Record<string, ChatVariable['value']> | ChatVariable[];
  answers?: AnswerEntry[];
  ports?: Partial<ChatPorts>;
  chat?: Partial<BlockContext['chat']>;
  flow?: ChatFlow;
  webhookReplies?: WebhookReplies;
  /** A sandbox that is already loaded, for inline code. */
  sandbox?: Sandbox;
};

export type TestBlockContext = BlockContext & {
  /** Everything logged so far. */
  readonly logs: ChatLog[];
  valueOf(variableId: string): unknown;
};

/** Creates a block's context within a turn, with harmless fakes for everything that the test does not pass. */
export function blockContext(options: BlockContextOptions = {}): TestBlockContext {
  const variables = new Variables(getVariables(options.variables ?? {}));
  const logs: ChatLog[] = [];
  const templates = { variables, sandbox: options.sandbox };
  return {
    flow: options.flow ?? EMPTY_FLOW,
    webhookReplies: options.webhookReplies ?? 'data',
    variables,
    answers: options.answers ?? [],
    ports: { ...harmlessPorts(), ...options.ports },
    chat: {
      sessionId: 'session1',
      workspaceId: 'workspace1',
      isPreview: false,
      resultId: 'result1',
      isStreamEnabled: false,
      textFormat: 'richText',
      transcript: () => '',
      transcriptReplies: () => [],
      ...options.chat,
    },
    sandbox: options.sandbox,
    mails: { sent: [] },
    logs,
    render: (text, mode) => renderTemplate(text, templates, mode),
    renderAll: (value) => renderAll(value, templates),
    dateFormats: (name) => savedDateFormats(options.flow ?? EMPTY_FLOW).get(name) ?? [],
    log: (entry) => {
      logs.push(entry);
    },
    set: (variableId, value, options) => {
      try {
        variables.set(variableId, value, options);
      } catch (error) {
        if (!(error instanceof VariablesTooLargeError)) throw error;
        logs.push({ status: 'error', description: error.message });
      }
    },
    valueOf: (variableId) => variables.valueOf(variableId),
  };
}

function getVariables(variables: Record<string, ChatVariable['value']> | ChatVariable[]): ChatVariable[] {
  if (Array.isArray(variables)) return variables;
  return Object.entries(variables).map(([name, value]) => ({
    id: name,
    name,
    ...(value !== undefined && { value }),
  }));
}

/** Creates fake ports that do nothing. HTTP and the sandbox reject every call. */
export function harmlessPorts(): ChatPorts {
  let ids = 0;
  return {
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    random: () => 0,
    createId: () => {
      ids += 1;
      return `id${ids}`;
    },
    remainingMs: () => 25_000,
    sandbox: () => Promise.reject(new Error('No sandbox in this test')),
    http: () => Promise.reject(new Error('No HTTP in this test')),
    credentials: () => Promise.resolve(undefined),
    linkedBot: () => Promise.resolve(undefined),
  };
}

const EMPTY_FLOW = toChatFlow({
  botId: 'bot1',
  workspaceId: 'workspace1',
  release: 1,
  flow: { version: '6.1', events: [], groups: [], edges: [], variables: [], theme: {}, settings: {} },
});
