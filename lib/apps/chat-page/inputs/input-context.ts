import type { ChatApi } from '#lib/apps/chat-page/chat-api.ts';
import type { GivenReply, ShownInput } from '#lib/apps/chat-page/chat-types.ts';
import { element } from '#lib/apps/chat-page/element.ts';
import { PLACEHOLDERS, SEND, type SystemMessage } from '#lib/apps/chat-page/labels.ts';
import { type Fields, getFields, toText } from '#lib/client/loose-fields.ts';

/** What a form needs to know about its input. */
export type InputContext = {
  input: ShownInput;
  options: Fields;
  /** Last text of the bot, used as the form's accessible name. */
  question: string;
  /** Initial value, if the bot's settings enable prefilling. */
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

/** Creates a form that calls `onSubmit` instead of being submitted by the browser. */
export function getForm(
  className: string,
  onSubmit: () => void,
  ...children: (Node | undefined)[]
): HTMLFormElement {
  // Validation is left to the service, which has the author's message for invalid replies.
  const form = element('form', { class: className, attributes: { novalidate: '' } }, ...children);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  return form;
}

/** Creates the line in which a form shows errors. */
export function complaintLine(): HTMLElement {
  return element('p', { class: 'complaint', attributes: { role: 'alert' } });
}
