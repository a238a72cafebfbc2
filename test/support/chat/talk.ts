import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { texts } from '#test/support/chat-client.ts';
import { EngineConversation, type StartBody } from '#test/support/engine-conversation.ts';
import { harmlessPorts } from './block-context.ts';

export const MAIN_BOT = 'main';

/** A conversation with a small bot, run by the engine without a store, and its outcome. */
export class Talk {
  readonly chat: EngineConversation;
  readonly #flow: ChatFlow;

  /**
   * @param linked other bots of the workspace, by id
   * @param linkedWebhookReplies what replies to their Listen blocks count as
   */
  constructor(
    document: JsonObject,
    {
      linked = {},
      linkedWebhookReplies = 'data',
      ports = {},
    }: {
      linked?: Record<string, JsonObject>;
      linkedWebhookReplies?: WebhookReplies;
      ports?: Partial<ChatPorts>;
    } = {},
  ) {
    this.#flow = toFlow(MAIN_BOT, document);
    const flows = new Map([
      [MAIN_BOT, this.#flow],
      ...Object.entries(linked).map(([id, bot]): [string, ChatFlow] => [id, toFlow(id, bot)]),
    ]);
    this.chat = new EngineConversation((botId) => flows.get(botId), {
      ...harmlessPorts(),
      createId,
      sandbox: makeSandbox,
      linkedBot: async (botId) => {
        const flow = flows.get(botId);
        return flow && { flow, webhookReplies: linkedWebhookReplies };
      },
      ...ports,
    });
  }

  async start(body: StartBody = {}): Promise<Said> {
    const { response, theme, settings } = await this.chat.start(this.#flow, body);
    return { ...said(response), theme, settings };
  }

  async say(message?: SentMessage): Promise<Said> {
    return said(await this.chat.continue({ message }));
  }

  /** Starts the conversation, sends the messages in order, and returns the texts of each turn. */
  async texts(...messages: SentMessage[]): Promise<string[][]> {
    const turns = [(await this.start()).texts];
    for (const message of messages) turns.push((await this.say(message)).texts);
    return turns;
  }

  get isOver(): boolean {
    return this.chat.state === undefined;
  }

  /** The main result's variable values, by name. */
  get values(): Record<string, unknown> {
    return getValues(this.chat.result?.variables ?? []);
  }

  /** The running bot's variable values, by name. */
  get running(): Record<string, unknown> {
    return getValues(this.chat.state?.frames[0].variables ?? []);
  }

  get answers(): string[] | undefined {
    return this.chat.result?.answers.map(({ content }) => content);
  }

  get logs(): string[] {
    return this.chat.logs.map(({ description }) => description);
  }
}

export type Said = ChatResponse & {
  /** The turn's text messages, without formatting. */
  texts: string[];
  /** Id of the current input. */
  asks: string | undefined;
  theme?: JsonObject;
  settings?: JsonObject;
};

function said(response: ChatResponse): Said {
  const messages = response.messages.filter(({ type }) => type === 'text');
  return { ...response, texts: texts({ messages }), asks: response.input?.id };
}

export function toFlow(botId: string, document: JsonObject): ChatFlow {
  return toChatFlow({ botId, workspaceId: 'w', release: 1, flow: toImportedDocument(document).document });
}

function makeSandbox() {
  return createSandbox({
    remainingMs: () => 25_000,
    http: () => Promise.reject(new Error('No HTTP in this test')),
  });
}

function getValues(variables: { name: string; value?: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(
    variables.flatMap(({ name, value }) => (value === undefined || value === null ? [] : [[name, value]])),
  );
}
