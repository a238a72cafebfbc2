import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { prefilledInput } from './shown-input.ts';
import { shownNumber, withNumberOptions } from './shown-number.ts';

export const numberInputOptions = z.object({
  variableId: optionalText,
  min: numberOrTemplate,
  max: numberOrTemplate,
  step: numberOrTemplate,
});

/**
 * Accepts the number at the beginning of a text. `min` and `max` are inclusive, and `step` is for the client.
 */
export const numberInputBlock: InputModule = {
  kind: 'input',
  type: 'number input',
  shortName: 'number',
  show: (block, context) => withNumberOptions(prefilledInput(block, context), ['min', 'max', 'step']),
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    // The first comma counts as a decimal comma, because clients send what was typed.
    const number = Number.parseFloat(reply.text.replace(',', '.'));
    if (Number.isNaN(number)) return { status: 'refused' };
    const options = readOptions(numberInputOptions, shown.options);
    // Deviation: a bound of 0 counts like any other.
    const min = shownNumber(options.min) ?? Number.NEGATIVE_INFINITY;
    const max = shownNumber(options.max) ?? Number.POSITIVE_INFINITY;
    if (number < min || number > max) return { status: 'refused' };
    // A text that begins with 0 stays as it was typed, because it may be a code of digits, such as "007".
    return { status: 'accepted', content: reply.text.startsWith('0') ? reply.text : String(number) };
  },
};
