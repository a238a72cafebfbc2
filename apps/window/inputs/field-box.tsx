import type { ComponentChildren } from 'preact';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';

/** The box around a field. It has the background and the border, so that it can hold more than the field. */
export function FieldBox({ children }: { children: ComponentChildren }) {
  return <div class={`box ${AUTHOR_CLASS.input}`}>{children}</div>;
}

/** Class of a field in a box. */
export const FIELD_CLASS = `field ${AUTHOR_CLASS.field}`;
