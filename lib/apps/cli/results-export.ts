import type { Client, OperationRequest } from '#lib/client/client.ts';
import type { exportResultsContract } from '#lib/results/contracts/export-results.ts';

type ExportRequest = {
  botId: string;
  query: OperationRequest<typeof exportResultsContract>['query'];
};

/** Only a part was written. The cause says what happened. */
export class IncompleteExport extends Error {}

/**
 * Writes an export page by page.
 *
 * @throws IncompleteExport if it breaks off, ApiError if it cannot begin
 */
export async function exportResults(
  client: Client,
  request: ExportRequest,
  write: (text: string) => Promise<void>,
): Promise<void> {
  let cursor = await exportPage(client, request, undefined, write);
  while (cursor !== undefined) {
    try {
      cursor = await exportPage(client, request, cursor, write);
    } catch (cause) {
      throw new IncompleteExport('The export is incomplete', { cause });
    }
  }
}

/** @returns where the next page begins, unless this was the last one */
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
  const cause = new Error('the service does not say where it continues');
  throw new IncompleteExport('The export is incomplete', { cause });
}
