import type { SystemMessage } from '#apps/window/labels.ts';
import { type ChatApi, ChatRequestError } from './chat-api.ts';

/** The upload was rejected, for example because of its size or type. The message says why. */
export class UploadRefusedError extends Error {
  override name = 'UploadRefusedError';
}

export type UploadContext = { blockId: string; api: ChatApi; systemMessage(name: SystemMessage): string };

export type UploadWatch = {
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Cancels the upload. */
  signal: AbortSignal;
};

/**
 * Uploads a file to its presigned URL.
 *
 * @returns the file's URL, percent-encoded
 * @throws UploadRefusedError with a message for the respondent
 * @throws AbortError if the upload was cancelled
 */
export async function uploadFile(file: File, context: UploadContext, watch: UploadWatch): Promise<string> {
  const { blockId, api, systemMessage } = context;
  const target = await api.uploadTarget(file, blockId).catch((error: unknown) => {
    throw new UploadRefusedError(refusal(error, systemMessage));
  });
  watch.signal.throwIfAborted();
  const { presignedUrl, formData, fileUrl } = target;
  const form = new FormData();
  for (const [name, value] of Object.entries(formData ?? {})) form.append(name, value);
  // Last, because S3 ignores all form fields after the file.
  form.append('file', file);
  const isStored = await postForm(presignedUrl, form, watch);
  watch.signal.throwIfAborted();
  if (!isStored) throw new UploadRefusedError(systemMessage('fileUploadError'));
  // The file's name in it may have letters that URLs encode.
  return new URL(fileUrl).href;
}

/** Uses XMLHttpRequest, because fetch does not report how much of a body has been sent. */
function postForm(url: string, form: FormData, { onProgress, signal }: UploadWatch): Promise<boolean> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => resolve(request.status >= 200 && request.status < 300));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', url);
    request.send(form);
  });
}

function refusal(error: unknown, systemMessage: UploadContext['systemMessage']): string {
  const failed = systemMessage('fileUploadError');
  if (!(error instanceof ChatRequestError) || error.status === 0) return failed;
  const { status, message } = error;
  if (status === 413 || /larger|size/i.test(message))
    return `${systemMessage('fileUploadSizeError')} ${message}`;
  return `${failed} ${message}`;
}
