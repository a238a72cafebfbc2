import type { Client } from '#apps/client/client.ts';
import { findAuthoredFileType } from '#lib/chat/uploads/authored-file-type.ts';

/** Endings of pictures for the browser's dialog. */
export const PICTURE_ENDINGS = '.png,.apng,.jpg,.jpeg,.gif,.webp,.avif,.svg,.ico';

/** Returns what is wrong with a file that shall be a picture, or undefined if nothing is. */
export function findPictureProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!findAuthoredFileType(name, type)?.startsWith('image/')) {
    return 'Choose a picture: PNG, JPEG, GIF, WebP, AVIF, SVG or ICO.';
  }
  return size === 0 ? 'The file is empty.' : undefined;
}

/**
 * Uploads a file for the bots of a workspace, and returns its public address.
 *
 * @throws ApiError if the service refuses the file, TypeError from `fetch` without a response, Error if the file store
 *   refuses it
 */
export async function uploadFile(client: Client, workspaceId: string, file: File): Promise<string> {
  const { presignedUrl, formData, fileUrl } = await client.createFileUpload({
    params: { workspaceId },
    body: { fileName: file.name, fileType: file.type, fileSize: file.size },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(formData)) form.append(name, value);
  // S3 ignores fields after the file.
  form.append('file', file);
  const { ok, status } = await fetch(presignedUrl, { method: 'POST', body: form });
  if (!ok) throw new Error(`The store of files did not take the file (${status}). Try again.`);
  return fileUrl;
}
