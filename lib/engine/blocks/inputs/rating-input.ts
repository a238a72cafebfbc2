import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { toWrittenNumber } from '#lib/engine/text/written-number.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';
import { toShownNumber, withNumberOptions } from './shown-number.ts';

export const ratingInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    length: numberOrTemplate(),
    startsAt: numberOrTemplate(),
  }),
);

const DEFAULT_LENGTH = 10;

/**
 * Accepts a number from `startsAt` (default 0) to `length` (default 10) and stores it as typed. Fractions are
 * allowed, because clients may offer half stars. Deviation: numbers below the start and text that is not a
 * number are rejected.
 */
export const ratingInputBlock: InputModule = {
  kind: 'input',
  type: 'rating input',
  shortName: 'rating',
  show: (block, context) => withNumberOptions(renderPrefilledInput(block, context), ['length', 'startsAt']),
  read(reply, shown) {
    if (reply?.type !== 'text' || reply.text.trim() === '') return { status: 'refused' };
    const { length, startsAt } = readOptions(ratingInputOptions(), shown.options);
    // Deviation: a decimal comma is accepted.
    const rating = toWrittenNumber(reply.text) ?? Number(reply.text);
    const isWithin =
      rating >= (toShownNumber(startsAt) ?? 0) && rating <= (toShownNumber(length) ?? DEFAULT_LENGTH);
    if (!isWithin) return { status: 'refused' };
    return { status: 'accepted', content: Number(reply.text) === rating ? reply.text : String(rating) };
  },
};
