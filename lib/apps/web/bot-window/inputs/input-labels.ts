import { PLACEHOLDERS, SEND } from '#lib/apps/web/bot-window/labels.ts';
import { getFields, toText } from '#lib/client/loose-fields.ts';
import type { InputProps } from './input-props.ts';

/* Texts of an input: the author's, or the window's own. */

export function getLabel({ options }: Pick<InputProps, 'options'>, name: string): string | undefined {
  return toText(getFields(options, 'labels'), name);
}

export function getSendLabel(props: InputProps): string {
  return getLabel(props, 'button') ?? SEND;
}

export function getPlaceholder(props: InputProps): string {
  return getLabel(props, 'placeholder') ?? PLACEHOLDERS[props.input.type] ?? '';
}
