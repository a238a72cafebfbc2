import * as z from 'zod';
import type { BlockContext, InputModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { computeDateBound, isBetween, toShownBound } from './date-bound.ts';
import { formatInstant } from './date-format.ts';
import { findDates } from './natural-date.ts';
import { renderPrefilledInput } from './render-input.ts';

export const dateInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    hasTime: optionalFlag,
    isRange: optionalFlag,
    format: optionalText,
    min: optionalText,
    max: optionalText,
    labels: optionalObject({ separator: optionalText }),
  }),
);

/** Accepts a date, or two with `isRange`, written in any English form. Stores it in the given `format`. */
export const dateInputBlock: InputModule = {
  kind: 'input',
  type: 'date input',
  shortName: 'date',
  show: showDateInput,
  async read(reply, shown, context) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const { format, hasTime, isRange, min, max, labels } = readOptions(dateInputOptions(), shown.options);
    const defaultPattern = hasTime ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy';
    // A day-first format implies day-first replies.
    const reading = { isDayFirst: (format || defaultPattern).startsWith('dd'), now: context.ports.now() };
    const dates = await findDates(reply.text, reading);
    if (!dates || (isRange && !dates.end)) return { status: 'refused' };
    const taken = isRange && dates.end ? [dates.start, dates.end] : [dates.start];
    const bounds = { min: await computeDateBound(min, reading), max: await computeDateBound(max, reading) };
    if (!taken.every(({ instant }) => isBetween(instant, bounds))) return { status: 'refused' };
    const texts: string[] = [];
    for (const { instant } of taken) {
      texts.push(await formatInstant(instant, format, { defaultPattern, context }));
    }
    return { status: 'accepted', content: texts.join(` ${labels?.separator || 'to'} `) };
  },
};

function showDateInput(block: ChatBlock, context: BlockContext): ShownInput {
  const shown = renderPrefilledInput(block, context);
  if (!isJsonObject(shown.options)) return shown;
  const { hasTime = false, min, max } = readOptions(dateInputOptions(), shown.options);
  return {
    ...shown,
    options: {
      ...shown.options,
      ...(min !== undefined && { min: toShownBound(min, { hasTime }) }),
      ...(max !== undefined && { max: toShownBound(max, { hasTime }) }),
    },
  };
}
