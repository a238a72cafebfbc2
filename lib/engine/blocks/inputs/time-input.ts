import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { formatInstant } from './date-format.ts';
import { findDates } from './natural-date.ts';
import { renderPrefilledInput } from './render-input.ts';

export const timeInputOptions = once(() => z.object({ variableId: optionalText, format: optionalText }));

/** Accepts a time of day written in any English form. Stores it in the given `format`. */
export const timeInputBlock: InputModule = {
  kind: 'input',
  type: 'time input',
  shortName: 'time',
  show: renderPrefilledInput,
  async read(reply, shown, context) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const found = await findDates(reply.text, { isDayFirst: false, now: context.ports.now() });
    if (!found) return { status: 'refused' };
    const { format } = readOptions(timeInputOptions(), shown.options);
    const content = await formatInstant(found.start.instant, format, { defaultPattern: 'HH:mm', context });
    return { status: 'accepted', content };
  },
};
