import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { presentFields } from './present-fields.ts';

export const imageOptions = once(() =>
  z.object({
    url: optionalText,
    clickLink: optionalObject({ url: optionalText, alt: optionalText }),
  }),
);

export const imageBlock: BubbleModule = {
  kind: 'bubble',
  type: 'image',
  show({ id, content }, context) {
    if (!isJsonObject(content)) return undefined;
    const { url, clickLink } = context.renderAll(readOptions(imageOptions(), content));
    return {
      id,
      type: 'image',
      content: presentFields({ url, clickLink: clickLink && presentFields(clickLink) }),
    };
  },
};
