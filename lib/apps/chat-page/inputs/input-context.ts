import type { ChatApi } from '#lib/apps/chat-page/chat-api.ts';
import { element } from '#lib/apps/chat-page/element.ts';
import { PLACEHOLDERS, SEND, type SystemMessage } from '#lib/apps/chat-page/labels.ts';
import type { GivenReply, ShownInput } from '#lib/apps/chat-page/turn.ts';
import { type Fields, getFields, toText } from '#lib/client/loose-fields.ts';

/** What the form for an input needs. */
export type InputContext = {
  input: ShownInput;
  options: Fields;
  /** What the bot said last. It names the form for people who cannot see it. */
  question: string;
  /** Initial value of the field, if the bot's settings ask for one. */
  prefilledValue: string | undefined;
  answer(reply: GivenReply): void;
  api: ChatApi;
  systemMessage(name: SystemMessage): string;
};

export type InputForm = { node: HTMLElement; focus(): void };

export type InputBuilder = (context: InputContext) => InputForm;

export function getLabel({ options }: InputContext, name: string): string | undefined {
  return toText(getFields(options, 'labels'), name);
}

export function getSendLabel(context: InputContext): string {
  return getLabel(context, 'button') ?? SEND;
}

export function getPlaceholder(context: InputContext): string {
  return getLabel(context, 'placeholder') ?? PLACEHOLDERS[context.input.type] ?? '';
}

export function textReply(text: string, label = text): GivenReply {
  return { message: { type: 'text', text }, label };
}

/** A form that calls `onSubmit`. The browser never submits it itself. */
export function getForm(
  className: string,
  onSubmit: () => void,
  ...children: (Node | undefined)[]
): HTMLFormElement {
  // The service decides what is valid, because it knows what to say about an invalid reply.
  const form = element('form', { class: className, attributes: { novalidate: '' } }, ...children);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  return form;
}

/** The line in which a form says what went wrong. */
export function complaintLine(): HTMLElement {
  return element('p', { class: 'complaint', attributes: { role: 'alert' } });
}
