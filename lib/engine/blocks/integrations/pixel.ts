import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { listOf, optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { toCodeValue } from '#lib/engine/model/variable-value.ts';
import { renderedOptions } from './action-block.ts';

export const pixelOptions = z.object({
  pixelId: optionalText,
  isInitSkip: optionalFlag,
  eventType: optionalText,
  name: optionalText,
  params: listOf(z.object({ id: optionalText, key: optionalText, value: z.unknown().optional() })),
});

/** Has the client send an event to Meta's Pixel. A preview sends none. */
export const pixelBlock: ActionModule = {
  kind: 'integration',
  type: 'Pixel',
  run(block, context) {
    if (context.chat.isPreview) return {};
    const options = readOptions(pixelOptions, renderedOptions(block.options, context));
    const { pixelId, eventType, isInitSkip, name, params } = options;
    if (!pixelId || !eventType) return {};
    const sentParams = params.map(({ id, key, value }) => ({
      // Deviation: ids stay text. In the source product an id of digits only becomes a number, which fails
      // the whole turn.
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
