import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';

export type UploadForm = { url: string; fields: Record<string, string> };

/** Long enough to send a large file over a slow line. S3 checks the time when the upload begins. */
const VALID_SECONDS = 600;

let client: S3Client | undefined;

/** A form that accepts one file: under this key, of this type, and no larger. Signing sends no request. */
export async function uploadForm({
  bucket,
  key,
  mediaType,
  maxBytes,
}: {
  bucket: string;
  key: string;
  mediaType: string;
  maxBytes: number;
}): Promise<UploadForm> {
  client ??= new S3Client({});
  return await createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Fields: { 'Content-Type': mediaType },
    Conditions: [['content-length-range', 0, maxBytes]],
    Expires: VALID_SECONDS,
  });
}
