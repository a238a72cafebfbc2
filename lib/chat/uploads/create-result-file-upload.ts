import { createHash } from 'node:crypto';
import { publicAddress } from '#lib/chat/adapters/public-address.ts';
import { uploadForm } from '#lib/chat/adapters/upload-form.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { writeEntryOnce } from '#lib/platform/audit/audit-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { requireResult } from '#lib/results/require-result.ts';
import { readResultOwner } from '#lib/results/store/result-store.ts';
import type { FileUpload } from './create-file-upload.ts';
import { requireAllowedSize, requireFilesBucket } from './files-bucket.ts';
import { countUploadedBytes } from './upload-limits.ts';
import { uploadedFileName } from './uploaded-file-name.ts';

export type ResultFile = {
  fileName: string;
  /** Media type. Any may be stored, as of respondents' own uploads. */
  fileType?: string | undefined;
  /** Size in bytes. */
  fileSize: number;
  /** Address where the file comes from. The same one gets the same address here. */
  sourceUrl: string;
  isPrivate?: boolean | undefined;
};

const UNKNOWN_TYPE = 'application/octet-stream';
/** As many as an id has: enough that no two addresses of a result share them. */
const FILE_ID_CHARS = 24;

/**
 * Creates a presigned form for a file that a respondent uploaded elsewhere, next to those that respondents upload here:
 * it is erased with its result. The address depends on where the file comes from, so a move that is repeated writes
 * the same answers again and not others.
 *
 * @throws NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS, BAD_REQUEST if the file is too large or the service has no bucket
 */
export async function createResultFileUpload(
  { botId, resultId }: { botId: string; resultId: string },
  { fileName, fileType = '', fileSize, sourceUrl, isPrivate = false }: ResultFile,
  caller: Caller,
): Promise<FileUpload> {
  const { workspaceId } = await requireResult(botId, await readResultOwner(resultId), 'admin', caller);
  requireAllowedSize(fileSize);
  const { bucket, publicUrl } = requireFilesBucket();
  const now = new Date();
  await countUploadedBytes(workspaceId, fileSize, now);

  const fileId = createHash('sha256').update(sourceUrl).digest('hex').slice(0, FILE_ID_CHARS);
  const prefix = isPrivate ? FILE_PREFIXES.private : FILE_PREFIXES.uploads;
  const key = `${prefix}${workspaceId}/${botId}/${resultId}/${fileId}/${uploadedFileName(fileName)}`;
  const mediaType = fileType.trim().toLowerCase() || UNKNOWN_TYPE;
  const { url, fields } = await uploadForm({ bucket, key, mediaType, maxBytes: fileSize });
  const origin = changeOrigin(caller, now);
  await writeEntryOnce({
    ...origin,
    action: 'createResultFileUpload',
    workspaceId,
    botId,
    resultId,
    fileId,
  });
  return { presignedUrl: url, formData: fields, fileUrl: publicAddress(publicUrl, key) };
}
