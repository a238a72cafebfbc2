import type { ValueConflict } from '#apps/client/api-error.ts';

/**
 * Formats an operation that does not apply, with the value that it replaces and the bot's own: `operations[0], bot.name:
 * Has changed; expected "Orders", found "Bakery"`.
 */
export function formatConflict({ index, path, message, was, current }: ValueConflict): string {
  const location = [`operations[${index}]`, path].filter((part) => part !== '').join(', ');
  return `${location}: ${message}; expected ${formatValue(was)}, found ${formatValue(current)}`;
}

function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
