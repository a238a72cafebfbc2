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

/** Takes the number that a text begins with; `min` and `max` are within the bounds, and `step` is the client's. */
export const numberInputBlock: InputModule = {
  kind: 'input',
  type: 'number input',
  shortName: 'number',
  show: (block, context) => withNumberOptions(prefilledInput(block, context), ['min', 'max', 'step']),
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    // The first comma is taken for a decimal one: clients send what was typed.
    const number = Number.parseFloat(reply.text.replace(',', '.'));
    if (Number.isNaN(number)) return { status: 'refused' };
    const options = readOptions(numberInputOptions, shown.options);
    // Deviation: a bound of 0 counts like any other.
    const min = shownNumber(options.min) ?? Number.NEGATIVE_INFINITY;
    const max = shownNumber(options.max) ?? Number.POSITIVE_INFINITY;
    if (number < min || number > max) return { status: 'refused' };
    // A text that begins with 0 stays as it was typed: it may be a code of digits, such as "007".
    return { status: 'accepted', content: reply.text.startsWith('0') ? reply.text : String(number) };
  },
};
