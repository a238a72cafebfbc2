import type { Group } from '#lib/bots/document/bot-document.ts';
import { changeBlocks } from '#lib/bots/migrations/change-blocks.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isPresent } from './loose-text.ts';

/*
 * Very old HTTP blocks name a row of Typebot's table Webhook (`webhookId`), which has their URL. The row
 * is put into the block as version 4 has it: the migration from version 3 keeps such a request, and does not know
 * the table.
 */

/** Returns the ids of the requests that blocks name instead of having them. */
export function findStoredRequestIds(document: JsonObject): string[] {
  const ids = new Set<string>();
  fillIn(document, (id) => {
    ids.add(id);
    return undefined;
  });
  return [...ids];
}

/**
 * Puts requests into the blocks that name them.
 *
 * @param rows of the table Webhook, by their ids
 */
export function withStoredRequests(document: JsonObject, rows: ReadonlyMap<string, JsonObject>): JsonObject {
  return fillIn(document, (id) => {
    const row = rows.get(id);
    return row && toRequest(id, row);
  });
}

function fillIn(document: JsonObject, find: (id: string) => JsonObject | undefined): JsonObject {
  if (!Array.isArray(document.groups)) return document;
  const groups = changeBlocks(document.groups as Group[], (blocks) =>
    blocks.map((block) => filled(block, find)),
  );
  return { ...document, groups };
}

function filled(block: unknown, find: (id: string) => JsonObject | undefined): unknown {
  if (!isJsonObject(block)) return block;
  const options = block.options ?? {};
  if (!isJsonObject(options)) return block;
  const inline = options.webhook ?? {};
  // Typebot prefers the block's own request. A block that was converted since, and lost its `webhookId`,
  // may have been emptied on purpose.
  if (!isJsonObject(inline) || inline.url || typeof block.webhookId !== 'string') return block;
  const request = find(block.webhookId);
  return request ? { ...block, options: { ...options, webhook: { ...inline, ...request } } } : block;
}

function toRequest(id: string, { url, method, headers, queryParams, body }: JsonObject): JsonObject {
  return {
    id,
    ...(isPresent(url) && { url }),
    method: isPresent(method) ? method : 'POST',
    headers: Array.isArray(headers) ? headers : [],
    queryParams: Array.isArray(queryParams) ? queryParams : [],
    ...(isPresent(body) && { body }),
  };
}
