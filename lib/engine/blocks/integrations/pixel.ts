import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { toCodeValue } from '#lib/engine/model/variable-value.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderedOptions } from './action-block.ts';

export const pixelOptions = once(() =>
  z.object({
    pixelId: optionalText,
    isInitSkip: optionalFlag,
    eventType: optionalText,
    name: optionalText,
    params: lenientList(z.object({ id: optionalText, key: optionalText, value: z.unknown().optional() })),
  }),
);

/** Has the client send an event to Meta Pixel, except in previews. */
export const pixelBlock: ActionModule = {
  kind: 'integration',
  type: 'Pixel',
  run(block, context) {
    if (context.chat.isPreview) return {};
    const options = readOptions(pixelOptions(), renderedOptions(block.options, context));
    const { pixelId, eventType, isInitSkip, name, params } = options;
    if (!pixelId || !eventType) return {};
    const sentParams = params.map(({ id, key, value }) => ({
      // Deviation: ids stay strings. In Typebot, an all-digit id becomes a number and fails the
      // whole turn.
      ...(id !== undefined && { id }),
      ...(key !== undefined && { key }),
      ...(value !== undefined && { value: typeof value === 'string' ? toCodeValue(value) : value }),
    }));
    return {
      actions: [
        {
          type: 'pixel',
          pixel: {
            pixelId,
            ...(isInitSkip !== undefined && { isInitSkip }),
            eventType,
            ...(sentParams.length > 0 && { params: sentParams }),
            ...(name !== undefined && { name }),
          },
        },
      ],
    };
  },
};
