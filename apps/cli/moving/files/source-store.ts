import type { S3Client } from '@aws-sdk/client-s3';
import { decodePath, listPrivateKeys } from './store-address.ts';

/** Address and keys of a source's file store, as the source's own environment names them. */
export type StoreSettings = {
  /** Address of the store, without its bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  /** Address under which the bucket is public, if it has one of its own. */
  publicUrl?: string;
  /** Without them, only what is public can be read. */
  keys?: { accessKeyId: string; secretAccessKey: string };
};

/**
 * Reads the settings. Undefined if the environment names no store.
 *
 * @throws Error if they cannot be right
 */
export function readStoreSettings(env: NodeJS.ProcessEnv): StoreSettings | undefined {
  const { S3_ENDPOINT, S3_PORT, S3_SSL, S3_PUBLIC_CUSTOM_DOMAIN } = env;
  if (!S3_ENDPOINT) return undefined;
  const scheme = S3_SSL === 'false' ? 'http' : 'https';
  const url = URL.parse(S3_ENDPOINT.includes('://') ? S3_ENDPOINT : `${scheme}://${S3_ENDPOINT}`);
  if (!url) throw new Error('S3_ENDPOINT is not the address of a file store');
  if (S3_PORT) url.port = S3_PORT;
  const { S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey } = env;
  return {
    endpoint: url.origin,
    bucket: env.S3_BUCKET || 'typebot',
    region: env.S3_REGION || 'us-east-1',
    ...(S3_PUBLIC_CUSTOM_DOMAIN && { publicUrl: toUrl(S3_PUBLIC_CUSTOM_DOMAIN) }),
    ...(accessKeyId && secretAccessKey && { keys: { accessKeyId, secretAccessKey } }),
  };
}

function toUrl(domain: string): string {
  const url = URL.parse(domain.includes('://') ? domain : `https://${domain}`);
  if (!url) throw new Error('S3_PUBLIC_CUSTOM_DOMAIN is not an address');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Lists the origins at which the store has files. */
export function listStoreOrigins({ endpoint, bucket, publicUrl }: StoreSettings): string[] {
  const { protocol, host } = new URL(endpoint);
  return [endpoint, `${protocol}//${bucket}.${host}`, ...(publicUrl ? [new URL(publicUrl).origin] : [])];
}

/** Returns the key of an address in the bucket. Undefined for any other address. */
export function findObjectKey(url: URL, { endpoint, bucket, publicUrl }: StoreSettings): string | undefined {
  const { protocol, host } = new URL(endpoint);
  const folders = [
    `${endpoint}/${bucket}/`,
    `${protocol}//${bucket}.${host}/`,
    ...(publicUrl ? [`${publicUrl}/`] : []),
  ];
  const address = `${url.origin}${url.pathname}`;
  const folder = folders.find((beginning) => address.startsWith(beginning));
  return folder === undefined ? undefined : decodePath(address.slice(folder.length));
}

/**
 * Returns the keys under which the file may be, for reading it with the keys of the store. Answers have addresses that
 * anybody may have written, so only what is public, or private to these workspaces, is read in this way.
 */
export function listReadableKeys(
  url: URL,
  store: StoreSettings,
  workspaceIds: ReadonlySet<string>,
): string[] {
  const key = findObjectKey(url, store);
  if (key === undefined) return listPrivateKeys(url, workspaceIds);
  // A store that takes keys for paths must not be led out of the folder.
  if (key.split('/').includes('..')) return [];
  const [, workspaceId = ''] = /^private\/workspaces\/([^/]+)\//.exec(key) ?? [];
  return key.startsWith('public/') || workspaceIds.has(workspaceId) ? [key] : [];
}

let client: { endpoint: string; s3: S3Client } | undefined;

/** Loads the SDK lazily, because most commands need none. */
export async function connectStore({ endpoint, region, keys }: StoreSettings): Promise<S3Client> {
  if (client?.endpoint === endpoint) return client.s3;
  const { S3Client } = await import('@aws-sdk/client-s3');
  const s3 = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 4,
    // Stores other than S3 have other checksums, or none.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(keys && { credentials: keys }),
  });
  client = { endpoint, s3 };
  return s3;
}
