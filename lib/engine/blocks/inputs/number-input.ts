import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';
import { shownNumber, withNumberOptions } from './shown-number.ts';

export const numberInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    min: numberOrTemplate(),
    max: numberOrTemplate(),
    step: numberOrTemplate(),
  }),
);

/** Accepts a reply that starts with a number, and ignores the rest. `min` and `max` are inclusive. `step` only affects clients. */
export const numberInputBlock: InputModule = {
  kind: 'input',
  type: 'number input',
  shortName: 'number',
  show: (block, context) => withNumberOptions(renderPrefilledInput(block, context), ['min', 'max', 'step']),
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    // The first comma is treated as a decimal comma, because clients send the text as typed.
    const number = Number.parseFloat(reply.text.replace(',', '.'));
    if (Number.isNaN(number)) return { status: 'refused' };
    const options = readOptions(numberInputOptions(), shown.options);
    // Deviation: a bound of 0 is respected.
    const min = shownNumber(options.min) ?? Number.NEGATIVE_INFINITY;
    const max = shownNumber(options.max) ?? Number.POSITIVE_INFINITY;
    if (number < min || number > max) return { status: 'refused' };
    // A reply with a leading 0 is stored as typed, because it may be a code such as "007".
    return { status: 'accepted', content: reply.text.startsWith('0') ? reply.text : String(number) };
  },
};
