import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { readWrittenNumber, type WrittenNumber } from '#lib/engine/text/written-number.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';
import { toShownNumber, withNumberOptions } from './shown-number.ts';

export const numberInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    min: numberOrTemplate(),
    max: numberOrTemplate(),
    step: numberOrTemplate(),
    locale: optionalText,
  }),
);

const AMBIGUOUS_TEXT = 'Please type the number without a separator for thousands: 1000, not 1,000.';

/**
 * Accepts a number as people write it. `min` and `max` are inclusive. `step` only affects clients. Deviation: a
 * reply that is only partly a number is refused, instead of being cut to the number that it begins with.
 */
export const numberInputBlock: InputModule = {
  kind: 'input',
  type: 'number input',
  shortName: 'number',
  show: (block, context) => withNumberOptions(renderPrefilledInput(block, context), ['min', 'max', 'step']),
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const options = readOptions(numberInputOptions(), shown.options);
    // Deviation: a bound of 0 is respected.
    const min = toShownNumber(options.min) ?? Number.NEGATIVE_INFINITY;
    const max = toShownNumber(options.max) ?? Number.POSITIVE_INFINITY;
    // A reply with a leading 0 is stored as typed, because it may be a code such as "007".
    const code = CODE.exec(reply.text)?.[0];
    if (code !== undefined) {
      const number = Number(code.replace(/\s/g, '').replace(',', '.'));
      const isWithin = number >= min && number <= max;
      return isWithin ? { status: 'accepted', content: code.replace(',', '.') } : { status: 'refused' };
    }
    const written = readWrittenNumber(reply.text);
    if (!written) return { status: 'refused' };
    const step = toShownNumber(options.step);
    const number =
      written.kind === 'number'
        ? written.value
        : pickReading(written, { locale: options.locale, step, min, max });
    if (number === undefined) return { status: 'refused', retryText: AMBIGUOUS_TEXT };
    if (number < min || number > max) return { status: 'refused' };
    return { status: 'accepted', content: String(number) };
  },
};

/** Digits in any groups, a fraction, or a hexadecimal number. */
const CODE = /^0(?:[\d\s]*|[.,]\d*|x[\da-f]+)$/i;

type Hints = { locale: string | undefined; step: number | undefined; min: number; max: number };

/**
 * Decides whether `1,000` is one or a thousand, by what the author says about the number: its locale, its step,
 * or a minimum that rules one out. Undefined if nothing decides.
 */
function pickReading(
  { separator, decimal, thousands }: Extract<WrittenNumber, { kind: 'ambiguous' }>,
  { locale, step, min, max }: Hints,
): number | undefined {
  const separators = locale === undefined ? undefined : localeSeparators(locale);
  if (separators) {
    if (separators.decimal === separator) return decimal;
    return separators.group === separator ? thousands : undefined;
  }
  if (step !== undefined) return Number.isInteger(step) ? thousands : decimal;
  if (decimal < min && thousands >= min && thousands <= max) return thousands;
  // Programs and browsers' number fields write decimals with a point, and never with zeros at the end.
  return separator === '.' && !String(thousands).endsWith('0') ? decimal : undefined;
}

function localeSeparators(locale: string): { group?: string; decimal?: string } | undefined {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
    return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  } catch {
    // An unknown locale says nothing.
    return undefined;
  }
}
