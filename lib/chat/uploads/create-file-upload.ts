import { publicAddress } from '#lib/chat/adapters/public-address.ts';
import { uploadForm } from '#lib/chat/adapters/upload-form.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { writeEntryOnce } from '#lib/platform/audit/audit-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { completeFileName, findAuthoredFileType } from './authored-file-type.ts';
import { requireAllowedSize, requireFilesBucket } from './files-bucket.ts';
import { countUploadedBytes } from './upload-limits.ts';
import { uploadedFileName } from './uploaded-file-name.ts';

export type FileToUpload = {
  workspaceId: string;
  fileName: string;
  /** Media type. Without one, the ending of the name decides. */
  fileType?: string | undefined;
  /** Size in bytes. */
  fileSize: number;
};

export type FileUpload = {
  presignedUrl: string;
  formData: Record<string, string>;
  fileUrl: string;
};

/**
 * Creates a presigned form for uploading one file of an author. Each call makes another address, so repeating one does no
 * harm, and nothing is stored until the form is posted.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, TOO_MANY_REQUESTS, BAD_REQUEST if the file is too
 *   large or of another kind, or if the service has no bucket
 */
export async function createFileUpload(
  { workspaceId, fileName, fileType: declared = '', fileSize }: FileToUpload,
  caller: Caller,
): Promise<FileUpload> {
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const plainName = uploadedFileName(fileName);
  const fileType = findAuthoredFileType(plainName, declared);
  if (fileType === undefined) {
    throw badRequest(
      'fileType',
      'Files of this kind cannot be uploaded: a bot can have pictures (PNG, JPEG, GIF, WebP, AVIF, SVG, ICO), ' +
        'videos (MP4, WebM), audio (MP3, M4A, AAC, Ogg, WAV, WebM, FLAC) and PDFs',
    );
  }
  requireAllowedSize(fileSize);
  const { bucket, publicUrl } = requireFilesBucket();
  const now = new Date();
  await countUploadedBytes(workspaceId, fileSize, now);

  // Nobody can guess the address. It names no bot, because copies of a bot go on using it.
  const fileId = createId();
  const key = `${FILE_PREFIXES.authored}${workspaceId}/${fileId}/${completeFileName(plainName, fileType)}`;
  const { url, fields } = await uploadForm({ bucket, key, mediaType: fileType, maxBytes: fileSize });
  await writeEntryOnce({ ...changeOrigin(caller, now), action: 'createFileUpload', workspaceId, fileId });
  return { presignedUrl: url, formData: fields, fileUrl: publicAddress(publicUrl, key) };
}
