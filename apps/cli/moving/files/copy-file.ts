import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '#apps/client/api-error.ts';
import type { OperationData } from '#apps/client/client.ts';
import { NO_FILE_STORAGE } from '#lib/chat/uploads/no-file-storage.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  FileFailureError,
  listNamedOrigins,
  openSourceFile,
  type SourceFiles,
  toAddressFailure,
  withAttempts,
} from './source-file.ts';
import { toFileName } from './store-address.ts';

export type FileToStore = { fileName: string; fileType?: string; fileSize: number };

/** Asks the service for a form to store a file with. */
export type RequestForm = (file: FileToStore, address: string) => Promise<OperationData<'createFileUpload'>>;

/** No file can be stored at present, for a reason that meets all of them. */
export class FilesRefusedError extends Error {
  override name = 'FilesRefusedError';
}

/** Larger files could fill the disk. The service's own limit is far lower, and unknown to its callers. */
const MAX_BYTES = 512 * 1_024 * 1_024;
const MAX_MS = 15 * 60 * 1_000;
/** For hosts that nobody has named, which respondents may have written to hold up a move. */
const MAX_MS_OF_STRANGERS = 2 * 60 * 1_000;
const MAX_TYPE_CHARS = 300;
const MAX_NAME_CHARS = 1_000;

/** The smallest size that the service has refused. Files of that size are no longer read. */
export type SizeLimit = { refusedBytes: number };

/**
 * Reads a file of the source onto the disk and stores it in the service.
 *
 * @returns its address in the service, and its bytes
 * @throws FileFailureError, FilesRefusedError, ApiError, ServiceUnreachableError
 */
export async function copyFile(
  address: string,
  requestForm: RequestForm,
  { files, folder, limit }: { files: SourceFiles; folder: string; limit: SizeLimit },
): Promise<{ moved: string; bytes: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = path.join(folder, createId());
  const url = new URL(address);
  try {
    const mediaType = await withAttempts(() => downloadFile(url, part, files, limit));
    const { size: bytes } = await stat(part);
    if (bytes === 0) throw new FileFailureError('is empty');
    const file = {
      fileName: toFileName(url).slice(-MAX_NAME_CHARS),
      ...(mediaType !== '' && mediaType.length <= MAX_TYPE_CHARS && { fileType: mediaType }),
      fileSize: bytes,
    };
    const form = await requestForm(file, address).catch((error: unknown) => {
      throw toRefusal(error, bytes, limit);
    });
    await withAttempts(() => sendForm(form, part));
    return { moved: form.fileUrl, bytes };
  } finally {
    await rm(part, { force: true });
  }
}

async function downloadFile(url: URL, part: string, files: SourceFiles, limit: SizeLimit): Promise<string> {
  const isNamed = listNamedOrigins(files).has(url.origin);
  const signal = AbortSignal.timeout(isNamed ? MAX_MS : MAX_MS_OF_STRANGERS);
  const { body, size = 0, mediaType } = await openSourceFile(url, 'GET', files, signal);
  if (!body) throw new FileFailureError('has no content');
  const maxBytes = Math.min(MAX_BYTES, limit.refusedBytes - 1);
  try {
    if (size > maxBytes) throw tooLarge(size);
    await pipeline(body, countUpTo(maxBytes), createWriteStream(part, { mode: 0o600 }), { signal });
  } catch (error) {
    throw toAddressFailure(error, signal);
  } finally {
    body.destroy();
  }
  return mediaType;
}

function countUpTo(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(bytes));
      else done(null, chunk);
    },
  });
}

function tooLarge(bytes: number): FileFailureError {
  return new FileFailureError(`too large: at least ${bytes.toLocaleString('en')} bytes`);
}

/** Tells refusals of one file from those that meet all, and from failures of the service. */
function toRefusal(error: unknown, bytes: number, limit: SizeLimit): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.message.includes(NO_FILE_STORAGE) || error.status === 429) {
    return new FilesRefusedError(error.message, { cause: error });
  }
  if (error.issues.some(({ path: name }) => name === 'fileSize'))
    limit.refusedBytes = Math.min(limit.refusedBytes, bytes);
  return [400, 404].includes(error.status)
    ? new FileFailureError(error.issues[0]?.message ?? error.message)
    : error;
}

async function sendForm(
  { presignedUrl, formData }: OperationData<'createFileUpload'>,
  part: string,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(formData)) form.append(name, value);
  form.append('file', await openAsBlob(part), 'file');
  let response: Response;
  try {
    const signal = AbortSignal.timeout(MAX_MS);
    response = await fetch(presignedUrl, { method: 'POST', body: form, redirect: 'error', signal });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const reason = `the file store here does not respond (${cause?.code ?? 'no response'})`;
    throw new FileFailureError(reason, { isTemporary: true, cause: error });
  }
  await response.body?.cancel();
  if (response.ok) return;
  throw new FileFailureError(`the file store here responds with status ${response.status}`, {
    isTemporary: response.status >= 500 || response.status === 429,
  });
}
