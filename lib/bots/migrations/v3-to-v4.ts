import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { changeBlocks } from './change-blocks.ts';

const HTTP_BLOCK_TYPES = new Set<unknown>(['Webhook', 'Zapier', 'Make.com', 'Pabbly']);

/**
 * Adds a request to each HTTP block that lacks one. In version 3, the exporting server kept requests in its
 * database, and the export contains only their ids. The added request therefore has just an id.
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
    // Keep an existing request rather than a reference to a missing one. A `webhookId` that differs from the
    // request's id names a request known only to the exporting server; it is kept for reference and does not
    // affect the block.
    return isJsonObject(request) && request.id === webhookId ? rest : block;
  }
  return { ...rest, options: { ...options, webhook: { method: 'POST', id: webhookId ?? '' } } };
}
