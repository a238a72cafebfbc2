import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { getFields, getFlag, toNumber, toText } from '#lib/client/loose-fields.ts';
import {
  getForm,
  getLabel,
  getSendLabel,
  type InputBuilder,
  type InputContext,
  textReply,
} from './input-context.ts';

const DEFAULT_LENGTH = 10;
/** Upper bound for the length of the scale, to keep the page usable. */
const MAX_LENGTH = 100;

/** A rating scale of numbers or icons. */
export const ratingForm: InputBuilder = (context) => {
  const { options, question, prefilledValue } = context;
  const isIcons = options.buttonType === 'Icons';
  const last = Math.min(toNumber(options, 'length') ?? DEFAULT_LENGTH, MAX_LENGTH);
  const first = isIcons ? 1 : (toNumber(options, 'startsAt') ?? 0);
  const isOneClick = getFlag(options, 'isOneClickSubmitEnabled') ?? false;
  const send = button(getSendLabel(context), `button ${AUTHOR_CLASS.button}`);
  let chosen: number | undefined;

  const values = Array.from(
    { length: Math.max(0, Math.floor(last - first) + 1) },
    (_, index) => first + index,
  );
  const buttons = values.map((value) => {
    const node = button(
      isIcons ? '' : String(value),
      isIcons ? 'icon' : `step ${AUTHOR_CLASS.selectable}`,
      () => {
        choose(value);
        if (isOneClick) submit();
      },
    );
    node.setAttribute('aria-label', `${value} of ${last}`);
    if (isIcons) node.append(iconView(context));
    return node;
  });
  const choose = (value: number | undefined) => {
    chosen = value;
    buttons.forEach((node, index) => {
      const own = values[index] ?? 0;
      node.setAttribute('aria-pressed', String(own === value));
      node.classList.toggle('is-chosen', value !== undefined && (isIcons ? own <= value : own === value));
    });
    send.hidden = isOneClick || value === undefined;
  };
  const submit = () => {
    if (chosen !== undefined) context.answer(textReply(String(chosen)));
  };
  const prefilled = Number(prefilledValue);
  choose(prefilledValue !== undefined && values.includes(prefilled) ? prefilled : undefined);

  const [left, right] = [getLabel(context, 'left'), getLabel(context, 'right')];
  const form = getForm(
    'form rating',
    submit,
    element(
      'div',
      { class: 'scale' },
      element('div', { class: 'steps' }, ...buttons),
      left || right
        ? element('div', { class: 'ends' }, element('span', {}, left ?? ''), element('span', {}, right ?? ''))
        : undefined,
    ),
    send,
  );
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', question || 'Rating');
  return { node: form, focus: () => buttons[0]?.focus() };
};

/**
 * An author's icon is applied as a CSS mask in the theme's colour: masks are images and cannot run scripts.
 */
function iconView({ options }: InputContext): HTMLElement {
  const custom = getFields(options, 'customIcon');
  const svg = getFlag(custom, 'isEnabled') ? toText(custom, 'svg') : undefined;
  const node = element('span', { class: svg ? 'mask' : 'star', attributes: { 'aria-hidden': 'true' } });
  if (svg) {
    const source = svg.includes('xmlns')
      ? svg
      : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
    node.style.maskImage = `url("data:image/svg+xml,${encodeURIComponent(source)}")`;
  } else node.textContent = '★';
  return node;
}
