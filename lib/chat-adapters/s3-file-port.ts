import type { S3Client } from '@aws-sdk/client-s3';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import type { FilePort } from '#lib/engine/model/ports.ts';
import { publicAddress } from './public-address.ts';

export type FilePortOptions = {
  env?: NodeJS.ProcessEnv;
  /** Stores an object. By default in S3. */
  putObject?: (object: KeptObject) => Promise<void>;
};

export type KeptObject = { bucket: string; key: string; mediaType: string; bytes: Uint8Array };

/**
 * Stores files that blocks make (speech and QR codes) in the bucket that FILES_BUCKET names. Whoever knows a
 * file's address under FILES_PUBLIC_URL can load it. Undefined if the two are not set.
 */
export function filePort({
  env = process.env,
  putObject = putIntoS3,
}: FilePortOptions = {}): FilePort | undefined {
  const { FILES_BUCKET: bucket, FILES_PUBLIC_URL: publicUrl } = env;
  if (!bucket || !publicUrl) return undefined;
  return {
    async put({ name, mediaType, bytes }) {
      const key = `${FILE_PREFIXES.generated}${name}`;
      await putObject({ bucket, key, mediaType, bytes });
      return publicAddress(publicUrl, key);
    },
  };
}

let client: S3Client | undefined;

/** The SDK is loaded when a bot first needs it. */
async function putIntoS3({ bucket, key, mediaType, bytes }: KeptObject): Promise<void> {
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  client ??= new S3Client({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: bytes,
      ContentType: mediaType,
      // Names are never used twice.
      CacheControl: 'public, max-age=31536000, immutable',
    }),
  );
}
