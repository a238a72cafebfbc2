import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import {
  numberOrTemplate,
  optionalFlag,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { bubbleHeight } from './bubble-height.ts';
import { presentFields } from './present-fields.ts';
import { videoSource } from './video-source.ts';

export const videoOptions = once(() =>
  z.object({
    url: optionalText,
    id: optionalText,
    type: optionalText,
    height: numberOrTemplate(),
    aspectRatio: optionalText,
    maxWidth: optionalText,
    queryParamsStr: optionalText,
    areControlsDisplayed: optionalFlag,
    isAutoplayEnabled: optionalFlag,
  }),
);

export const videoBlock: BubbleModule = {
  kind: 'bubble',
  type: 'video',
  show({ id, content }, context) {
    if (!isJsonObject(content)) return undefined;
    const options = context.renderAll(readOptions(videoOptions(), content));
    const fields: JsonObject = {
      ...options,
      height: bubbleHeight(options.height),
      // Derived from the rendered URL, because it may come from a variable.
      ...(options.url && videoSource(options.url)),
    };
    return { id, type: 'video', content: presentFields(fields) };
  },
};
