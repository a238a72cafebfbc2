import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * The number that an option says, which documents hold as a number or as a text: of a text the number that it begins
 * with, after a template was filled in. Undefined where there is none.
 */
export function shownNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value.replace(',', '.')) : value;
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined;
}

/** Makes numbers of the named options; one that says none is left out. */
export function withNumberOptions(shown: ShownInput, names: readonly string[]): ShownInput {
  if (!isJsonObject(shown.options)) return shown;
  const options = Object.entries(shown.options).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]];
    const number = shownNumber(value);
    return number === undefined ? [] : [[name, number]];
  });
  return { ...shown, options: Object.fromEntries(options) };
}
