import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { FilesFolder } from './files-folder.ts';
import { createFileServer, FILES_PATH, type FileServer, LOCAL_BUCKET } from './serve-files.ts';

export type LocalFiles = {
  serve: FileServer;
  /** Points this process's functions at the folder, once the chat address is known. */
  use(chatUrl: string): void;
  /** Undoes `use`, for programs that start another server. */
  release(): void;
};

/**
 * Keeps files in the folder `files` of the data folder. Undefined if FILES_BUCKET names a bucket elsewhere.
 */
export async function openFilesFolder(dataDir: string): Promise<LocalFiles | undefined> {
  if (process.env.FILES_BUCKET) return undefined;
  const folder = new FilesFolder(path.resolve(dataDir, 'files'));
  await folder.removeExpired();
  // A key that others know would let any web page sign requests. With a database on AWS, the credentials are real.
  if (process.env.AWS_ACCESS_KEY_ID === 'local') {
    process.env.AWS_SECRET_ACCESS_KEY = randomBytes(32).toString('base64url');
  }
  const before = new Map<string, string | undefined>();
  return {
    serve: createFileServer(folder, readSecretKey),
    use(chatUrl) {
      const variables = {
        FILES_BUCKET: LOCAL_BUCKET,
        FILES_PUBLIC_URL: `${chatUrl}${FILES_PATH}/${LOCAL_BUCKET}`,
        AWS_ENDPOINT_URL_S3: `${chatUrl}${FILES_PATH}`,
      };
      for (const [name, value] of Object.entries(variables)) {
        before.set(name, process.env[name]);
        process.env[name] = value;
      }
      delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS;
    },
    release() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  };
}

/** The same credentials as those that the service signs with. */
async function readSecretKey(): Promise<string> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { secretAccessKey } = await new S3Client({}).config.credentials();
  return secretAccessKey;
}
