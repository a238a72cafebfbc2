import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { applyResponseMapping } from '#lib/engine/services/response-mapping.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

export const webhookListenerOptions = once(() =>
  z.object({ responseVariableMapping: z.unknown().optional() }),
);

/** Waits until the client reports a call of the bot's webhook, and stores data from that call. */
export const webhookListenerBlock: ActionModule = {
  kind: 'logic',
  type: 'webhook',
  run: () => ({ actions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }] }),
  async resume(block, text, context) {
    const { responseVariableMapping } = readOptions(webhookListenerOptions(), block.options);
    const reply = parseJsonValue(text);
    // Deviation: JSON other than an object is treated as text, because it has no fields to map.
    const response = isJsonObject(reply) ? reply : { statusCode: 200, data: text };
    await applyResponseMapping(responseVariableMapping, response, context);
  },
};
