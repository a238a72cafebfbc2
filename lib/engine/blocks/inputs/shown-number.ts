import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { toWrittenNumber } from '#lib/engine/text/written-number.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Parses a numeric option, which is a number or a rendered string. A string that is not a number counts as the number
 * at its start. Undefined if there is none.
 */
export function toShownNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string'
      ? (toWrittenNumber(value) ?? Number.parseFloat(value.replace(',', '.')))
      : value;
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined;
}

/** Converts the named options to numbers. Options that are not numbers are dropped. */
export function withNumberOptions(shown: ShownInput, names: readonly string[]): ShownInput {
  if (!isJsonObject(shown.options)) return shown;
  const options = Object.entries(shown.options).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]];
    const number = toShownNumber(value);
    return number === undefined ? [] : [[name, number]];
  });
  return { ...shown, options: Object.fromEntries(options) };
}
