import type { S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

/** Returns the client for the exports in the files bucket. Loads the SDK lazily, because few jobs export. */
export async function exportClient(): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  client ??= new S3Client({
    maxAttempts: 3,
    // A part is at most about 11 MB.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
    // By default, the client adds checksums to parts, which S3 refuses for an upload created without them. The
    // signature contains a hash of each part anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return client;
}
