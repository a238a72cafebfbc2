import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { getFlag, toText } from '#lib/client/loose-fields.ts';
import {
  getForm,
  getLabel,
  getSendLabel,
  type InputBuilder,
  type InputContext,
  textReply,
} from './input-context.ts';

/** A date, with an optional time, or a date range. */
export const dateForm: InputBuilder = (context) => {
  const { options, question } = context;
  const isRange = getFlag(options, 'isRange') ?? false;
  const from = dateField(context, isRange ? (getLabel(context, 'from') ?? 'From:') : undefined);
  const to = isRange ? dateField(context, getLabel(context, 'to') ?? 'To:') : undefined;
  const submit = () => {
    if (from.field.value === '') return from.field.focus();
    if (!to) return context.answer(textReply(from.field.value));
    if (to.field.value === '') return to.field.focus();
    // The service recognises ranges by the word "to". The author's own label is only for display.
    context.answer(textReply(`${from.field.value} to ${to.field.value}`));
  };
  const send = button(getSendLabel(context), `button ${AUTHOR_CLASS.button}`);
  const form = getForm(
    `form stacked ${AUTHOR_CLASS.inputForm}`,
    submit,
    ...(to ? [from.node, to.node, send] : [element('div', { class: 'line' }, from.node, send)]),
  );
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', question || 'Date');
  return { node: form, focus: () => from.field.focus() };
};

function dateField({ options, question }: InputContext, label: string | undefined) {
  const field = element('input', {
    class: `field ${AUTHOR_CLASS.input}`,
    attributes: {
      type: getFlag(options, 'hasTime') ? 'datetime-local' : 'date',
      min: toText(options, 'min'),
      max: toText(options, 'max'),
      ...(!label && { 'aria-label': question || 'Date' }),
    },
  });
  return {
    field,
    node: label ? element('label', { class: 'labelled' }, element('span', {}, label), field) : field,
  };
}

/** A time of day. */
export const timeForm: InputBuilder = (context) => {
  const field = element('input', {
    class: `field ${AUTHOR_CLASS.input}`,
    attributes: { type: 'time', 'aria-label': context.question || 'Time' },
  });
  if (context.prefilledValue) field.value = context.prefilledValue;
  const submit = () => (field.value === '' ? field.focus() : context.answer(textReply(field.value)));
  const line = element(
    'div',
    { class: 'line' },
    field,
    button(getSendLabel(context), `button ${AUTHOR_CLASS.button}`),
  );
  return { node: getForm(`form ${AUTHOR_CLASS.inputForm}`, submit, line), focus: () => field.focus() };
};
