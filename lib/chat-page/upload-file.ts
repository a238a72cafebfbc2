import { type ChatApi, ChatFailure } from './chat-api.ts';

/** The file does not fit, or has a type that is not asked for; the message says so. */
export class UploadRefused extends Error {}

/**
 * Puts a file where the service says, and answers the address that it then has.
 *
 * @throws UploadRefused with a message for the respondent
 */
export async function uploadFile(
  file: File,
  blockId: string,
  api: ChatApi,
  failedMessage: string,
): Promise<string> {
  const { presignedUrl, formData, fileUrl } = await api
    .uploadTarget(file, blockId)
    .catch((error: unknown) => {
      throw new UploadRefused(refusal(error, failedMessage));
    });
  const form = new FormData();
  for (const [name, value] of Object.entries(formData ?? {})) form.append(name, value);
  // Storage reads the fields up to the file, and ignores what comes after.
  form.append('file', file);
  const response = await fetch(presignedUrl, { method: 'POST', body: form }).catch(() => undefined);
  if (!response?.ok) throw new UploadRefused(failedMessage);
  return fileUrl;
}

function refusal(error: unknown, failedMessage: string): string {
  if (!(error instanceof ChatFailure) || error.status === 0) return failedMessage;
  // What the service has no route for is answered as if a token were missing.
  if (error.status === 403 || error.status === 404 || error.status >= 500) {
    return `${failedMessage} This service keeps no files.`;
  }
  return `${failedMessage} ${error.message}`;
}
