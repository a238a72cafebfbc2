import type { Client } from '#apps/client/client.ts';
import type { toFilterQuery } from './result-filter.ts';

export type FileFormat = 'csv' | 'ndjson';

const MEDIA_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** The most that the service exports with one request. */
const RESULTS_PER_PAGE = '500';

/**
 * Exports results page by page, then has the browser save the file.
 *
 * @throws ApiError, also CONFLICT if the bot's questions have changed in the meantime
 */
export async function exportToFile(options: {
  client: Client;
  botId: string;
  botName: string;
  format: FileFormat;
  filterQuery: ReturnType<typeof toFilterQuery>;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { client, botId, botName, format, filterQuery, onProgress, signal } = options;
  const pages: Blob[] = [];
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const { data, response } = await client.exportResults.withResponse({
      params: { botId },
      query: { ...filterQuery, format, cursor, limit: RESULTS_PER_PAGE },
      signal,
    });
    // A Blob, which browsers keep on disk when it grows.
    const page = new Blob([data]);
    pages.push(page);
    bytes += page.size;
    onProgress(bytes);
    const isComplete = response.headers.get('x-export-complete') === 'true';
    cursor = isComplete ? undefined : (response.headers.get('x-next-cursor') ?? undefined);
  } while (cursor !== undefined);
  save(new Blob(pages, { type: MEDIA_TYPES[format] }), `${toFileName(botName)}-results.${format}`);
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function toFileName(name: string): string {
  return (
    name
      .normalize('NFC')
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'bot'
  );
}
