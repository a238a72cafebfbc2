import type { SystemMessage } from '#apps/window/labels.ts';
import { type ChatApi, ChatRequestError } from './chat-api.ts';
import { postFile, type UploadWatch } from './post-file.ts';

/** The upload was rejected, for example because of its size or type. The message says why. */
export class UploadRefusedError extends Error {
  override name = 'UploadRefusedError';
}

export type UploadContext = { blockId: string; api: ChatApi; systemMessage(name: SystemMessage): string };

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
  const { presignedUrl, formData, fileUrl } = target;
  const isStored = await postFile(presignedUrl, formData ?? {}, file, watch);
  if (!isStored) throw new UploadRefusedError(systemMessage('fileUploadError'));
  // The file's name in it may have letters that URLs encode.
  return new URL(fileUrl).href;
}

function refusal(error: unknown, systemMessage: UploadContext['systemMessage']): string {
  const failed = systemMessage('fileUploadError');
  if (!(error instanceof ChatRequestError) || error.status === 0) return failed;
  const { status, message } = error;
  if (status === 413 || /larger|size/i.test(message))
    return `${systemMessage('fileUploadSizeError')} ${message}`;
  return `${failed} ${message}`;
}
