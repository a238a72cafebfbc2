import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { formatInstant } from './date-format.ts';
import { findDates } from './natural-date.ts';
import { prefilledInput } from './shown-input.ts';

export const timeInputOptions = z.object({ variableId: optionalText, format: optionalText });

/** Accepts a time of day in any English form, and stores it by `format`. */
export const timeInputBlock: InputModule = {
  kind: 'input',
  type: 'time input',
  shortName: 'time',
  show: prefilledInput,
  async read(reply, shown, context) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const found = await findDates(reply.text, { isDayFirst: false, now: context.ports.now() });
    if (!found) return { status: 'refused' };
    const { format } = readOptions(timeInputOptions, shown.options);
    const content = await formatInstant(found.start.instant, format, { defaultPattern: 'HH:mm', context });
    return { status: 'accepted', content };
  },
};
