import type { FieldNodes, FormNode, VariantsKind } from '#apps/sites/form-node.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';

/** Longest summary of a list's element, in characters. */
const MAX_SUMMARY_CHARS = 60;

/** Returns the fields of an object whose fields depend on one of its values. */
export function findVariant(node: VariantsKind, value: JsonObject): FieldNodes {
  const chosen = value[node.field] ?? node.standard;
  const fields =
    typeof chosen === 'string' && Object.hasOwn(node.variants, chosen) ? node.variants[chosen] : undefined;
  return fields ?? node.otherwise;
}

/** The field that chooses among variants, as a choice. */
export function toVariantChoice(node: FormNode & VariantsKind): FormNode & { kind: 'choice' } {
  const { title, description, choices, unofferedChoices, standard } = node;
  return {
    kind: 'choice',
    values: Object.keys(node.variants),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(choices && { choices }),
    ...(unofferedChoices && { unofferedChoices }),
    ...(standard !== undefined && { default: standard }),
  };
}

/** Tells whether a form shows a field, given the other values of its object. */
export function isShown(node: FormNode, siblings: FieldNodes, value: JsonObject): boolean {
  if (node.control === 'id') return false;
  if (!node.shownIf) return true;
  const { field, is } = node.shownIf;
  const current = value[field] ?? siblings[field]?.default ?? null;
  return is.some((wanted) => wanted === current);
}

/** Options of a choice: values that are not offered appear only where they are chosen. */
export function listChoices(
  node: FormNode & { kind: 'choice' },
  current: unknown,
): { value: string; label: string }[] {
  const options = node.values.map((value, index) => ({ value, label: node.choices?.[index] ?? value }));
  const offered = options.filter(({ value }) => value === current || !node.unofferedChoices?.includes(value));
  const isKnown = typeof current !== 'string' || node.values.includes(current);
  return isKnown ? offered : [...offered, { value: current, label: current }];
}

/** Tells whether the control of a node can show a value. Others are shown as JSON. */
export function fits(node: FormNode, value: unknown): boolean {
  if (value === undefined) return true;
  switch (node.kind) {
    case 'text':
      return typeof value === 'string' || value === null;
    case 'number':
      return typeof value === 'number' || (node.takesText === true && typeof value === 'string');
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string';
    case 'section':
    case 'variants':
      return isJsonObject(value);
    case 'list':
      return Array.isArray(value);
    case 'any':
      if (node.control === 'value') return typeof value === 'string';
      if (node.control === 'font') return typeof value === 'string' || isFont(value);
      return node.control !== 'richText' || Array.isArray(value);
  }
}

/** Tells whether a value has the parts of a font, each of the right type. */
function isFont(value: unknown): boolean {
  if (!isJsonObject(value) || (value.type !== 'Google' && value.type !== 'Custom')) return false;
  return [value.family, value.url, value.css].every((part) => part === undefined || typeof part === 'string');
}

/** Makes the value of a new element of a list, with the ids that its fields ask for. */
export function createListElement(node: FormNode, newId: () => string): unknown {
  switch (node.kind) {
    case 'section':
      return createIds(node.fields, newId);
    case 'variants':
      return createIds(node.otherwise, newId);
    case 'list':
      return [];
    case 'number':
      return 0;
    case 'flag':
      return false;
    case 'choice':
      return node.values[0] ?? '';
    default:
      return '';
  }
}

function createIds(fields: FieldNodes, newId: () => string): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { control }]) => (control === 'id' ? [[key, newId()]] : [])),
  );
}

/**
 * Reads a typed number. A text is kept if it has a variable.
 *
 * @returns undefined for an empty field, and an error for a text that is not a number
 */
export function parseNumber(
  node: FormNode & { kind: 'number' },
  typed: string,
): { value: number | string | undefined } | { error: string } {
  const text = typed.trim();
  if (text === '') return { value: undefined };
  if (node.takesText && text.includes('{{')) return { value: text };
  const number = Number(text);
  if (!Number.isFinite(number)) {
    return { error: node.takesText ? 'Enter a number, or a variable as {{Name}}.' : 'Enter a number.' };
  }
  if (node.min !== undefined && number < node.min) return { error: `Enter at least ${node.min}.` };
  if (node.max !== undefined && number > node.max) return { error: `Enter at most ${node.max}.` };
  return { value: number };
}

/**
 * Returns the date of a text as a picker of the browser takes it. A text with a variable, or of another form, has none.
 *
 * @example
 * toPickedDate('2026-01-31', true); // '2026-01-31T00:00'
 */
export function toPickedDate(text: string, hasTime: boolean): string {
  const [, date, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(text.trim()) ?? [];
  if (date === undefined) return '';
  return hasTime ? `${date}T${time}` : date;
}

/** Summarizes an element of a list in a line: its first texts. */
export function summarizeElement(value: unknown): string {
  const texts = collectTexts(value).join(' · ');
  return texts.length > MAX_SUMMARY_CHARS ? `${texts.slice(0, MAX_SUMMARY_CHARS)}…` : texts;
}

function collectTexts(value: unknown): string[] {
  if (!isJsonObject(value)) return [toPrimitiveText(value)].filter(Boolean);
  return Object.entries(value)
    .filter(([key, part]) => !/^id$|Id$/.test(key) && typeof part === 'string' && part !== '')
    .slice(0, 2)
    .map(([, part]) => String(part));
}
