import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderedOptions, toNumber } from './action-block.ts';

export const googleAnalyticsOptions = once(() =>
  z.object({
    trackingId: optionalText,
    category: optionalText,
    action: optionalText,
    label: optionalText,
    value: numberOrTemplate(),
    sendTo: optionalText,
  }),
);

/** Has the client send an event to Google Analytics, except in previews. */
export const googleAnalyticsBlock: ActionModule = {
  kind: 'integration',
  type: 'Google Analytics',
  run(block, context) {
    if (context.chat.isPreview || !block.options) return {};
    const { value, ...texts } = readOptions(
      googleAnalyticsOptions(),
      renderedOptions(block.options, context),
    );
    const number = toNumber(value);
    const event = {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
      ...(number !== undefined && { value: number }),
    };
    return { actions: [{ type: 'googleAnalytics', googleAnalytics: event }] };
  },
};
