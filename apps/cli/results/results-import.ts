import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client, OperationData, OperationRequest } from '#apps/client/client.ts';
import { countEscapedBytes, MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type FileResult, NoResultsError } from './result-file.ts';

type Imported = OperationData<'importResults'>;
type SentResult = OperationRequest<'importResults'>['body']['results'][number];

/** Sum of what the requests of an import have done. */
export type ImportTotals = Omit<Imported, 'skippedResults' | 'remaining'>;

/** The import stopped. What was imported by then stays, and the same command continues it. */
export class IncompleteImportError extends Error {
  override name = 'IncompleteImportError';
}

/** Most that the results of a request may take. Leaves room for headers and the rest of the event. */
export const MAX_PART_BYTES = MAX_INVOCATION_BYTES - 256 * 1_024;
/** A request should not take as long as it may. */
const MAX_PART_RESULTS = 1_000;

const MAX_RETRIES = 6;
const FIRST_WAIT_MS = 1_000;

/**
 * Imports results in parts that fit a request, one after the other. Repeating it changes nothing that is stored
 * already.
 *
 * @param onProgress called with the number of results that are done
 * @param onSkipped called for each skipped result that the service names
 * @throws IncompleteImportError
 */
export async function sendResults(
  client: Client,
  botId: string,
  results: AsyncIterable<FileResult>,
  {
    onProgress,
    onSkipped,
  }: {
    onProgress: (count: number) => void;
    onSkipped: (skipped: Imported['skippedResults'][number]) => void;
  },
): Promise<ImportTotals> {
  const totals: ImportTotals = {
    imported: 0,
    updated: 0,
    unchanged: 0,
    skipped: { otherBot: 0, erased: 0, expired: 0, incomplete: 0 },
  };
  try {
    for await (const part of inParts(results)) {
      for (let left = part; left.length > 0; ) {
        const done = await sendPart(client, botId, left);
        addTo(totals, done);
        for (const skipped of done.skippedResults) onSkipped(skipped);
        const count = left.length - done.remaining;
        if (!(count > 0)) throw new Error('the service has imported none of the results');
        onProgress(count);
        left = left.slice(count);
      }
    }
  } catch (cause) {
    throw new IncompleteImportError(
      'The import stopped; what is imported stays, and the same command goes on',
      {
        cause,
      },
    );
  }
  return totals;
}

/** Returns how much of `MAX_PART_BYTES` a result takes. */
export function bytesInPart(result: JsonObject): number {
  return countEscapedBytes(JSON.stringify(result)) + 1;
}

/** A request has each id only once, so a result that comes again begins another part. */
async function* inParts(results: AsyncIterable<FileResult>): AsyncGenerator<FileResult[]> {
  let part: FileResult[] = [];
  let ids = new Set<unknown>();
  let bytes = 0;
  for await (const one of results) {
    const size = bytesInPart(one.result);
    if (size > MAX_PART_BYTES) {
      throw new NoResultsError(`${one.location} is too large for a request (${size} bytes)`);
    }
    const isFull = part.length === MAX_PART_RESULTS || bytes + size > MAX_PART_BYTES;
    if (part.length > 0 && (isFull || ids.has(one.result.id))) {
      yield part;
      [part, ids, bytes] = [[], new Set(), 0];
    }
    part.push(one);
    ids.add(one.result.id);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** An import can be repeated without harm, so the service being busy does not stop it. */
async function sendPart(client: Client, botId: string, part: FileResult[]): Promise<Imported> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await client.importResults({
        params: { botId },
        body: { results: part.map(({ result }) => result as SentResult) },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isBusy = [502, 503, 504].includes(error.status);
      if (!isBusy || attempt === MAX_RETRIES) throw inTheFile(error, part);
      await sleep((error.retryAfterSeconds ?? 0) * 1_000 + FIRST_WAIT_MS * 2 ** attempt * Math.random());
    }
  }
}

/** Says where in the file the first issue is, rather than where in the request. */
function inTheFile(error: ApiError, part: FileResult[]): ApiError {
  const toLocation = (path: string) =>
    path.replace(/^results\[(\d+)\]/, (found, index) => part[Number(index)]?.location ?? found);
  const issues = error.issues.map((issue) => ({ ...issue, path: toLocation(issue.path) }));
  const message = error.message.replace(/^results\[\d+\]/, toLocation);
  return new ApiError({ ...error, message, issues });
}

function addTo(totals: ImportTotals, done: Imported): void {
  totals.imported += done.imported;
  totals.updated += done.updated;
  totals.unchanged += done.unchanged;
  for (const reason of ['otherBot', 'erased', 'expired', 'incomplete'] as const) {
    totals.skipped[reason] += done.skipped[reason];
  }
}
