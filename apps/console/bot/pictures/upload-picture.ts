import type { Client } from '#apps/client/client.ts';
import { postFile, type UploadWatch } from '#apps/window/api/post-file.ts';

/**
 * Uploads a picture for the bots of a workspace, and returns its public address.
 *
 * @throws ApiError if the service refuses the file, TypeError from `fetch` without a response, Error if the file could not
 *   be stored, AbortError if the upload was cancelled
 */
export async function uploadPicture(
  client: Client,
  workspaceId: string,
  file: File,
  watch: UploadWatch,
): Promise<string> {
  const { presignedUrl, formData, fileUrl } = await client.createFileUpload({
    params: { workspaceId },
    body: { fileName: file.name, fileType: file.type, fileSize: file.size },
  });
  const isStored = await postFile(presignedUrl, formData, file, watch);
  if (!isStored) throw new Error('The file could not be stored. Check the connection, then try again.');
  return fileUrl;
}
