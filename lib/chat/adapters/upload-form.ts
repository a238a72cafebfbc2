import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';

export type UploadForm = { url: string; fields: Record<string, string> };

/** Lifetime of a form. A slow upload may take longer, because S3 checks the expiry only when it begins. */
const VALID_SECONDS = 600;

let client: S3Client | undefined;

/** Presigns a form that accepts one file with this key, this type and at most this size. Sends no request. */
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
