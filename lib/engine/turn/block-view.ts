import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import type { ChatPorts, Sandbox } from '#lib/engine/model/ports.ts';
import { savedDateFormats } from '#lib/engine/model/saved-date-formats.ts';
import type { TemplateMode } from '#lib/engine/model/template-mode.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import type { FillBudget } from '#lib/engine/text/fill-budget.ts';
import { renderAll, renderTemplate } from '#lib/engine/text/template.ts';
import type { RunningFrame } from './frame.ts';

/** The parts of a turn that a block's view is built from. */
export type ViewedTurn = {
  readonly frame: RunningFrame;
  readonly frames: readonly RunningFrame[];
  readonly ports: ChatPorts;
  readonly chat: BlockContext['chat'];
  readonly sandbox: Sandbox | undefined;
  readonly filling: FillBudget;
  log(entry: ChatLog): void;
  set: BlockContext['set'];
};

/** A restricted view of a turn: everything blocks can see and do. They never get the turn itself. */
export class BlockView implements BlockContext {
  readonly mails: { sent: string[] } = { sent: [] };
  readonly #turn: ViewedTurn;

  constructor(turn: ViewedTurn) {
    this.#turn = turn;
  }

  get flow(): ChatFlow {
    return this.#turn.frame.flow;
  }

  get webhookReplies(): WebhookReplies {
    return this.#turn.frame.webhookReplies;
  }

  get variables(): Variables {
    return this.#turn.frame.variables;
  }

  get answers(): readonly AnswerEntry[] {
    return this.#turn.frame.answers;
  }

  get ports(): ChatPorts {
    return this.#turn.ports;
  }

  get chat(): BlockContext['chat'] {
    return this.#turn.chat;
  }

  get sandbox(): Sandbox | undefined {
    return this.#turn.sandbox;
  }

  /** Template budget. Rich text rendering also reads it, since it uses the view as its template context. */
  get filling(): FillBudget {
    return this.#turn.filling;
  }

  // Arrow functions, so that block modules can destructure them from the context.

  readonly render = (text: string, mode?: TemplateMode): string => renderTemplate(text, this, mode);

  readonly renderAll = <T>(value: T): T => renderAll(value, this);

  readonly dateFormats = (variableName: string): readonly DateFormat[] =>
    // A linked bot gets values from the bots that linked to it.
    this.#turn.frames.flatMap(({ flow }) => savedDateFormats(flow).get(variableName) ?? []);

  readonly log = (entry: ChatLog): void => this.#turn.log(entry);

  readonly set: BlockContext['set'] = (variableId, value, options) =>
    this.#turn.set(variableId, value, options);
}
