import type { ChatApi } from '#lib/apps/chat-page/chat-api.ts';
import { element } from '#lib/apps/chat-page/element.ts';
import { PLACEHOLDERS, SEND, type SystemMessage } from '#lib/apps/chat-page/labels.ts';
import type { GivenReply, ShownInput } from '#lib/apps/chat-page/turn.ts';
import { type Fields, fieldsOf, textOf } from '#lib/client/loose-fields.ts';

/** What a form for an input has to go by. */
export type InputContext = {
  input: ShownInput;
  options: Fields;
  /** What the bot said last: the name of the form for those who do not see it. */
  question: string;
  /** What the field holds to begin with, where the bot's settings say so. */
  prefilledValue: string | undefined;
  answer(reply: GivenReply): void;
  api: ChatApi;
  systemMessage(name: SystemMessage): string;
};

export type InputForm = { node: HTMLElement; focus(): void };

export type InputBuilder = (context: InputContext) => InputForm;

export function labelOf({ options }: InputContext, name: string): string | undefined {
  return textOf(fieldsOf(options, 'labels'), name);
}

export function sendLabelOf(context: InputContext): string {
  return labelOf(context, 'button') ?? SEND;
}

export function placeholderOf(context: InputContext): string {
  return labelOf(context, 'placeholder') ?? PLACEHOLDERS[context.input.type] ?? '';
}

export function textReply(text: string, label = text): GivenReply {
  return { message: { type: 'text', text }, label };
}

/** A form that hands over what it holds, and is never sent by the browser itself. */
export function formOf(
  className: string,
  onSubmit: () => void,
  ...children: (Node | undefined)[]
): HTMLFormElement {
  // What is valid, the service decides: it knows what to say otherwise.
  const form = element('form', { class: className, attributes: { novalidate: '' } }, ...children);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  return form;
}

/** Where a form says what went wrong. */
export function complaintLine(): HTMLElement {
  return element('p', { class: 'complaint', attributes: { role: 'alert' } });
}
