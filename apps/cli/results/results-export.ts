import type { Client, OperationRequest } from '#apps/client/client.ts';

type ExportRequest = {
  botId: string;
  query: OperationRequest<'exportResults'>['query'];
};

/** Only part of the export was written; see `cause`. */
export class IncompleteExportError extends Error {
  override name = 'IncompleteExportError';
}

/**
 * Writes an export page by page.
 *
 * @throws IncompleteExportError if it fails halfway, ApiError if it cannot start
 */
export async function downloadResults(
  client: Client,
  request: ExportRequest,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  let cursor = await exportPage(client, request, undefined, write);
  while (cursor !== undefined) {
    try {
      if (seen.has(cursor)) throw new Error('its pages lead back to one that was read before');
      seen.add(cursor);
      cursor = await exportPage(client, request, cursor, write);
    } catch (cause) {
      throw new IncompleteExportError('The export is incomplete', { cause });
    }
  }
}

/** @returns cursor of the next page, or undefined after the last */
async function exportPage(
  client: Client,
  { botId, query }: ExportRequest,
  cursor: string | undefined,
  write: (text: string) => Promise<void>,
): Promise<string | undefined> {
  const { data, response } = await client.exportResults.withResponse({
    params: { botId },
    query: { ...query, cursor },
  });
  await write(data);
  if (response.headers.get('x-export-complete') === 'true') return undefined;
  const next = response.headers.get('x-next-cursor');
  if (next !== null && next !== cursor) return next;
  const cause = new Error('the response has no valid next cursor');
  throw new IncompleteExportError('The export is incomplete', { cause });
}
