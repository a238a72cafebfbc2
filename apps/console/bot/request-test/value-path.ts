export type ValueKey = string | number;

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * Writes the path of a value in a response as blocks read it: an expression over `data`.
 *
 * @example
 * toValuePath(['list', 0, 'first name']); // 'data.list[0]["first name"]'
 */
export function toValuePath(keys: readonly ValueKey[]): string {
  return `data${keys.map(toStep).join('')}`;
}

function toStep(key: ValueKey): string {
  if (typeof key === 'number') return `[${key}]`;
  if (PLAIN_NAME.test(key)) return `.${key}`;
  // Two braces would be a variable, which is filled in before the path is read.
  return `[${JSON.stringify(key).replaceAll('{{', '{\\u007b')}]`;
}
