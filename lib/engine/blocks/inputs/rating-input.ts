import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { prefilledInput } from './shown-input.ts';
import { shownNumber, withNumberOptions } from './shown-number.ts';

export const ratingInputOptions = z.object({
  variableId: optionalText,
  length: numberOrTemplate,
  startsAt: numberOrTemplate,
});

const DEFAULT_LENGTH = 10;

/**
 * Accepts a number from `startsAt` (0) to `length` (10), as it was typed. Fractions count too, because
 * clients may have half stars. Deviation: a number below the start, or a text that is not a number, is
 * refused.
 */
export const ratingInputBlock: InputModule = {
  kind: 'input',
  type: 'rating input',
  shortName: 'rating',
  show: (block, context) => withNumberOptions(prefilledInput(block, context), ['length', 'startsAt']),
  read(reply, shown) {
    if (reply?.type !== 'text' || reply.text.trim() === '') return { status: 'refused' };
    const { length, startsAt } = readOptions(ratingInputOptions, shown.options);
    const rating = Number(reply.text);
    const isWithin =
      rating >= (shownNumber(startsAt) ?? 0) && rating <= (shownNumber(length) ?? DEFAULT_LENGTH);
    return isWithin ? { status: 'accepted', content: reply.text } : { status: 'refused' };
  },
};
