import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * The number in an option. Documents hold it as a number or as text. Of a text, it is the number at the
 * beginning, after templates were filled in. Undefined if there is none.
 */
export function shownNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value.replace(',', '.')) : value;
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined;
}

/** Converts the named options to numbers. An option that is not a number is left out. */
export function withNumberOptions(shown: ShownInput, names: readonly string[]): ShownInput {
  if (!isJsonObject(shown.options)) return shown;
  const options = Object.entries(shown.options).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]];
    const number = shownNumber(value);
    return number === undefined ? [] : [[name, number]];
  });
  return { ...shown, options: Object.fromEntries(options) };
}
