import { retryingFetch } from '#apps/cli/service/retrying-fetch.ts';
import { formatCount, minute } from '#apps/terminal/plain-text.ts';
import { type JobReference, waitCommand } from './job-reference.ts';
import type { JobWithFile } from './wait-for-job.ts';

/**
 * Downloads the file of a finished export to disk, chunk by chunk. The link needs no token, so none is sent.
 *
 * @throws Error if there is no such file, or if the download ends early
 */
export async function downloadExport(
  { id, file }: JobWithFile,
  reference: JobReference,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  if (!file) throw new Error(`Job ${id} has no file: only exports have one`);
  if (file.url === null) throw new Error(`The file expired on ${minute(file.expiresAt)} (UTC)`);
  const failed = (what: string, cause?: unknown) =>
    new Error(`${what}. To download the file again: ${waitCommand(reference)}`, { cause });
  const response = await retryingFetch(file.url, { method: 'GET', headers: {} }).catch((error: Error) => {
    throw failed(error.message, error);
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw failed(`The file cannot be downloaded: ${response.status} ${response.statusText}`.trim());
  }
  let bytes = 0;
  const incomplete = (cause?: unknown) =>
    failed(`The download is incomplete: ${bytes} of ${formatCount(file.bytes, 'byte')}`, cause);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw incomplete(cause);
    });
    if (done) break;
    bytes += value.length;
    if (bytes > file.bytes) {
      await reader.cancel();
      throw failed(`The download is larger than the ${formatCount(file.bytes, 'byte')} of the file`);
    }
    await write(value);
  }
  if (bytes !== file.bytes) throw incomplete();
}
