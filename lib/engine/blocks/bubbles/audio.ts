import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { presentFields } from './present-fields.ts';

export const audioOptions = once(() => z.object({ url: optionalText, isAutoplayEnabled: optionalFlag }));

export const audioBlock: BubbleModule = {
  kind: 'bubble',
  type: 'audio',
  show({ id, content }, context) {
    if (!isJsonObject(content)) return undefined;
    return {
      id,
      type: 'audio',
      content: presentFields(context.renderAll(readOptions(audioOptions(), content))),
    };
  },
};
