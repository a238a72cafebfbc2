import { getFields, getText } from '#apps/client/loose-fields.ts';
import { SEND } from '#apps/window/labels.ts';
import type { InputProps } from './input-props.ts';
import { getTypedField } from './typed-fields.ts';

/* Texts of an input: the author's, or the window's own. */

export function getLabel({ options }: Pick<InputProps, 'options'>, name: string): string | undefined {
  return getText(getFields(options, 'labels'), name);
}

export function getSendLabel(props: InputProps): string {
  return getLabel(props, 'button') ?? SEND;
}

export function getPlaceholder(props: InputProps): string {
  return getLabel(props, 'placeholder') ?? getTypedField(props.input.type)?.placeholder ?? '';
}
