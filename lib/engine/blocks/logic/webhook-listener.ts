import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { applyResponseMapping } from '#lib/engine/services/response-mapping.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

export const webhookListenerOptions = z.object({ responseVariableMapping: z.unknown().optional() });

/** Waits until the client hears that the bot's webhook was called, and takes the data of the call. */
export const webhookListenerBlock: ActionModule = {
  kind: 'logic',
  type: 'webhook',
  run: () => ({ actions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }] }),
  async resume(block, text, context) {
    const { responseVariableMapping } = readOptions(webhookListenerOptions, block.options);
    const reply = parseJsonValue(text);
    // Deviation: JSON other than an object is treated like text, because it cannot have the parts that are
    // looked for.
    const response = isJsonObject(reply) ? reply : { statusCode: 200, data: text };
    await applyResponseMapping(responseVariableMapping, response, context);
  },
};
