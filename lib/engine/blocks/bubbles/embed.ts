import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import {
  numberOrTemplate,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { bubbleHeight } from './bubble-height.ts';
import { presentFields } from './present-fields.ts';

export const embedOptions = once(() =>
  z.object({
    url: optionalText,
    height: numberOrTemplate(),
    waitForEvent: optionalObject({
      isEnabled: optionalFlag,
      name: optionalText,
      saveDataInVariableId: optionalText,
    }),
  }),
);

/**
 * Embeds a page in an iframe. The flow can wait for an event from the page, whose data the client sends as a
 * reply.
 */
export const embedBlock: BubbleModule = {
  kind: 'bubble',
  type: 'embed',
  show({ id, content }, context) {
    if (!isJsonObject(content)) return undefined;
    const { url, height, waitForEvent } = context.renderAll(readOptions(embedOptions(), content));
    return {
      id,
      type: 'embed',
      content: presentFields({
        url,
        height: bubbleHeight(height),
        waitForEvent: waitForEvent && presentFields(waitForEvent),
      }),
    };
  },
  waits: ({ content }) => readOptions(embedOptions(), content).waitForEvent?.isEnabled === true,
  resume({ content }, text, context) {
    const value = parseJsonValue(text);
    const { waitForEvent } = readOptions(embedOptions(), content);
    context.set(waitForEvent?.saveDataInVariableId, value === NOT_JSON ? text : value);
  },
};
