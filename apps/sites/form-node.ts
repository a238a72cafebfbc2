import type { FieldHint } from '#lib/blocks/field-schema.ts';

/*
 * Forms of the console, as JSON: what the strict descriptions of blocks, theme and settings say, without the library that they are written
 * in, which is too large for a browser.
 */

/** Fields of an object, by key. */
export type FieldNodes = Readonly<Record<string, FormNode>>;

/** A value that a form asks for. Elements of lists may lack a title. */
export type FormNode = Omit<FieldHint, 'title'> & { title?: string } & FormKind;

type FormKind =
  | { kind: 'text' }
  /** `takesText`: a text with a number or a variable is accepted as well. */
  | { kind: 'number'; takesText?: true; min?: number; max?: number }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'section'; fields: FieldNodes }
  | { kind: 'list'; element: FormNode }
  | VariantsKind
  /** Has a control of its own, or is edited as JSON. */
  | { kind: 'any' };

/** An object whose fields depend on the value of one of them. */
export type VariantsKind = {
  kind: 'variants';
  /** Key of the value that decides. */
  field: string;
  /** Value that counts if there is none. */
  standard?: string;
  /** Fields without a value, and with one that is not listed. */
  otherwise: FieldNodes;
  variants: Readonly<Record<string, FieldNodes>>;
};
