import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { changeBlocks } from './change-blocks.ts';

const HTTP_BLOCK_TYPES = new Set<unknown>(['Webhook', 'Zapier', 'Make.com', 'Pabbly']);

/**
 * Puts the request into each HTTP block. In version 3 the request was stored in a database of the server that
 * the bot was exported from. The file holds only its id, so the result is an empty request with that id.
 */
export function v3ToV4<T extends BotFlow>(document: T): T {
  return {
    ...document,
    version: '4',
    groups: changeBlocks(document.groups, (blocks) => blocks.map(withInlineRequest)),
  };
}

function withInlineRequest(block: unknown): unknown {
  if (!isJsonObject(block) || !HTTP_BLOCK_TYPES.has(block.type)) return block;
  const { webhookId, ...rest } = block;
  const options = block.options ?? {};
  if (!isJsonObject(options)) return block;
  const request = options.webhook ?? null;
  if (request !== null) {
    // An existing request is worth more than a reference to one that is missing. A `webhookId` that the
    // request does not repeat names another request, or one that only the exporting server knows. It stays
    // for whoever wants to look it up, and plays no part in running the block.
    return isJsonObject(request) && request.id === webhookId ? rest : block;
  }
  return { ...rest, options: { ...options, webhook: { method: 'POST', id: webhookId ?? '' } } };
}
