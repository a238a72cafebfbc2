import { type ChatApi, ChatFailure } from './chat-api.ts';
import type { SystemMessage } from './labels.ts';

/** The upload was rejected, for example because of its size or type. The message says why. */
export class UploadRefused extends Error {}

export type UploadContext = { blockId: string; api: ChatApi; systemMessage(name: SystemMessage): string };

/**
 * Uploads a file to its presigned URL.
 *
 * @returns the file's URL, percent-encoded
 * @throws UploadRefused with a message for the respondent
 */
export async function uploadFile(file: File, context: UploadContext): Promise<string> {
  const { blockId, api, systemMessage } = context;
  const target = await api.uploadTarget(file, blockId).catch((error: unknown) => {
    throw new UploadRefused(refusal(error, systemMessage));
  });
  const { presignedUrl, formData, fileUrl } = target;
  const form = new FormData();
  for (const [name, value] of Object.entries(formData ?? {})) form.append(name, value);
  // Last, because S3 ignores all form fields after the file.
  form.append('file', file);
  const response = await fetch(presignedUrl, { method: 'POST', body: form }).catch(() => undefined);
  if (!response?.ok) throw new UploadRefused(systemMessage('fileUploadError'));
  // The file's name in it may have letters that URLs encode.
  return new URL(fileUrl).href;
}

function refusal(error: unknown, systemMessage: UploadContext['systemMessage']): string {
  const failed = systemMessage('fileUploadError');
  if (!(error instanceof ChatFailure) || error.status === 0) return failed;
  const { status, message } = error;
  if (status === 413 || /larger|size/i.test(message))
    return `${systemMessage('fileUploadSizeError')} ${message}`;
  return `${failed} ${message}`;
}
