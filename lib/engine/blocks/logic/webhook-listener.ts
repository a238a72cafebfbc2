import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { applyResponseMapping, clearMappedVariables } from '#lib/engine/services/response-mapping.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

export const webhookListenerOptions = once(() =>
  z.object({ responseVariableMapping: z.unknown().optional() }),
);

/**
 * Waits until the client reports a call of the bot's webhook, and stores data from that call. A respondent can report
 * whatever they like, so a bot may take the report as text: it lets the chat go on, and the variables are empty.
 */
export const webhookListenerBlock: ActionModule = {
  kind: 'logic',
  type: 'webhook',
  run(block, context) {
    const { responseVariableMapping } = readOptions(webhookListenerOptions(), block.options);
    // A prefilled value would otherwise pass for the webhook's, and a client may go on without a reply.
    if (context.webhookReplies === 'text') clearMappedVariables(responseVariableMapping, context);
    return { actions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }] };
  },
  async resume(block, text, context) {
    const { responseVariableMapping } = readOptions(webhookListenerOptions(), block.options);
    if (context.webhookReplies === 'text') {
      if (clearMappedVariables(responseVariableMapping, context)) {
        context.log({ status: 'info', description: 'A reply was not taken as the data of a webhook' });
      }
      return;
    }
    const reply = parseJsonValue(text);
    // Deviation: JSON other than an object is treated as text, because it has no fields to map.
    const response = isJsonObject(reply) ? reply : { statusCode: 200, data: text };
    await applyResponseMapping(responseVariableMapping, response, context);
  },
};
