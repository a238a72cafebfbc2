import type { InputName } from '#lib/blocks/input-types.ts';

/** The field for an answer that is typed. */
export type TypedField = {
  type: 'text' | 'number' | 'email' | 'url' | 'tel';
  autocomplete?: string;
  /** Shown in the empty field, unless the author has a text for it. */
  placeholder: string;
};

const FIELDS: Partial<Record<string, TypedField>> = {
  'text input': { type: 'text', placeholder: 'Type your answer...' },
  'number input': { type: 'number', placeholder: 'Type a number...' },
  'email input': { type: 'email', autocomplete: 'email', placeholder: 'Type your email...' },
  'url input': { type: 'url', autocomplete: 'url', placeholder: 'Type a URL...' },
  'phone number input': { type: 'tel', autocomplete: 'tel', placeholder: 'Phone number' },
} satisfies Partial<Record<InputName, TypedField>>;

/** Undefined for inputs that are not typed, and for unknown types. */
export function getTypedField(type: string): TypedField | undefined {
  return Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
}
