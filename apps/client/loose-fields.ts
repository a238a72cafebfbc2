/*
 * Block options are not validated when a bot is stored, so a value of an unexpected type counts as absent.
 */

export type Fields = Record<string, unknown>;

/**
 * @example
 * getText({ label: 'Send' }, 'label'); // 'Send'
 * getText({ label: '' }, 'label'); // undefined
 */
export function getText(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * @example
 * getFlag({ isMultiple: true }, 'isMultiple'); // true
 * getFlag({ isMultiple: 'yes' }, 'isMultiple'); // undefined
 */
export function getFlag(fields: Fields | undefined, name: string): boolean | undefined {
  const value = fields?.[name];
  return typeof value === 'boolean' ? value : undefined;
}

export function getNumber(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * @example
 * getFields({ button: { label: 'Send' } }, 'button'); // { label: 'Send' }
 * getFields({ button: 'Send' }, 'button'); // undefined
 */
export function getFields(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name];
  return isFields(value) ? value : undefined;
}

export function getList(fields: Fields | undefined, name: string): Fields[] {
  const value = fields?.[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
