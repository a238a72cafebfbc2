import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { NO_FILE_STORAGE } from './no-file-storage.ts';
import { BYTES_PER_MEGABYTE, getMaxMegabytes } from './upload-limits.ts';

/** @throws BAD_REQUEST if the service has no bucket */
export function requireFilesBucket(): { bucket: string; publicUrl: string } {
  const { FILES_BUCKET: bucket, FILES_PUBLIC_URL: publicUrl } = process.env;
  if (!bucket || !publicUrl) throw new ServiceError('BAD_REQUEST', NO_FILE_STORAGE);
  return { bucket, publicUrl };
}

/** @throws BAD_REQUEST if the file is larger than the operator allows */
export function requireAllowedSize(fileSize: number): void {
  const limit = getMaxMegabytes();
  if (fileSize <= limit * BYTES_PER_MEGABYTE) return;
  throw badRequest('fileSize', `The file is larger than the limit of ${limit} MB`);
}
