import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { sendGuarded } from './guarded-request.ts';
import {
  connectStore,
  findObjectKey,
  listReadableKeys,
  listStoreOrigins,
  type StoreSettings,
} from './source-store.ts';
import { isPrivateAddress, isStoreAddress, type StoreAddresses } from './store-address.ts';

/** Ways to read the files of a source. */
export type SourceFiles = StoreAddresses & {
  store: StoreSettings | undefined;
  /** The builder that redirects to private files, and the token that it asks for. */
  builder: { origin: string; token: string } | undefined;
};

/** Whether the address is that of a file of the source. */
export function isSourceFile(url: URL, files: SourceFiles): boolean {
  if (isStoreAddress(url, files)) return true;
  return files.store !== undefined && findObjectKey(url, files.store) !== undefined;
}

/** A file of the source. `body` is not read yet. Absent after a HEAD request. */
export type SourceFile = { size: number | undefined; mediaType: string; body?: Readable };

/** A file cannot be read or stored. The message goes into the report, and contains no secret. */
export class FileFailureError extends Error {
  override name = 'FileFailureError';
  /** Whether the next attempt may succeed. */
  readonly isTemporary: boolean;

  constructor(
    message: string,
    { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;

/** Repeats what may succeed the next time. */
export async function withAttempts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof FileFailureError) || !error.isTemporary || attempt === ATTEMPTS) throw error;
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}

/**
 * Opens a file of the source: with the keys of its store if there are any, else at its address.
 *
 * @throws FileFailureError
 */
export async function openSourceFile(
  url: URL,
  method: 'GET' | 'HEAD',
  files: SourceFiles,
  signal: AbortSignal,
): Promise<SourceFile> {
  const keys = files.store?.keys ? listReadableKeys(url, files.store, files.workspaceIds) : [];
  if (files.store && keys.length > 0) return await openObject(files.store, keys, method, signal);
  if (isPrivateAddress(url) && files.builder?.origin !== url.origin)
    throw new FileFailureError(
      'private: give the keys of the store, as S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY',
    );
  return await openAddress(url, method, files, signal);
}

async function openObject(
  store: StoreSettings,
  keys: string[],
  method: 'GET' | 'HEAD',
  signal: AbortSignal,
): Promise<SourceFile> {
  const [{ GetObjectCommand, HeadObjectCommand }, s3] = await Promise.all([
    import('@aws-sdk/client-s3'),
    connectStore(store),
  ]);
  let failure: FileFailureError | undefined;
  for (const Key of keys) {
    const input = { Bucket: store.bucket, Key };
    const options = { abortSignal: signal };
    try {
      const found =
        method === 'HEAD'
          ? await s3.send(new HeadObjectCommand(input), options)
          : await s3.send(new GetObjectCommand(input), options);
      const { ContentLength: size, ContentType: mediaType = '' } = found;
      return { size, mediaType, ...('Body' in found && { body: found.Body as Readable }) };
    } catch (error) {
      failure = toStoreFailure(error);
    }
  }
  throw failure ?? new FileFailureError('the store has no such file');
}

function toStoreFailure(error: unknown): FileFailureError {
  const { name = 'Error', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === 404)
    return new FileFailureError('missing: the store responds with status 404', { cause: error });
  const reason =
    status === undefined ? `cannot be reached (${name})` : `responds with status ${status} (${name})`;
  return new FileFailureError(`the store ${reason}`, { isTemporary: status === undefined, cause: error });
}

async function openAddress(
  url: URL,
  method: 'GET' | 'HEAD',
  { hosts, store, builder }: SourceFiles,
  signal: AbortSignal,
): Promise<SourceFile> {
  // Only the builder gets the token, and only for private files.
  const isAsked = builder !== undefined && builder.origin === url.origin && isPrivateAddress(url);
  const headers = isAsked ? { authorization: `Bearer ${builder.token}` } : {};
  if (store?.endpoint === url.origin && findObjectKey(url, store) === undefined)
    throw new FileFailureError('not in the bucket of the store');
  const trustedOrigins = listNamedOrigins({ hosts, store, builder });
  const response = await sendGuarded({ url, method, headers, trustedOrigins, signal }).catch(
    (error: unknown) => {
      throw toAddressFailure(error, signal);
    },
  );
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw new FileFailureError(
      `${STATUS_TEXTS.get(status) ?? ''}its address responds with status ${status}`,
      {
        isTemporary: status === 429 || status >= 500,
      },
    );
  }
  return toSourceFile(response, method);
}

/** Lists the origins that whoever moves has named. A host that is named without a scheme has both. */
export function listNamedOrigins({
  hosts,
  store,
  builder,
}: Pick<SourceFiles, 'hosts' | 'store' | 'builder'>): Set<string> {
  return new Set([
    ...[...hosts].flatMap((host) => [`https://${host}`, `http://${host}`]),
    ...(store ? listStoreOrigins(store) : []),
    ...(builder ? [builder.origin] : []),
  ]);
}

const STATUS_TEXTS = new Map([
  [401, 'private: '],
  [403, 'private or missing: '],
  [404, 'missing: '],
  [410, 'missing: '],
]);

function toSourceFile(response: IncomingMessage, method: 'GET' | 'HEAD'): SourceFile {
  const {
    'content-length': length,
    'content-type': mediaType = '',
    'content-encoding': encoding,
  } = response.headers;
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy();
    throw new FileFailureError('its address sends it compressed, which was not asked for');
  }
  const size = length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
  if (method === 'HEAD') response.destroy();
  return { size, mediaType, ...(method === 'GET' && { body: response }) };
}

/** Messages of the guard and of connections name hosts and codes, no headers. */
export function toAddressFailure(error: unknown, signal: AbortSignal): FileFailureError {
  if (error instanceof FileFailureError) return error;
  if (signal.aborted) return new FileFailureError('takes too long', { cause: error });
  const { message, code } = error as NodeJS.ErrnoException;
  const isRefused = error instanceof HttpRequestError;
  return new FileFailureError(
    isRefused ? message : `its address ${code === undefined ? message : `does not respond (${code})`}`,
    {
      isTemporary: !isRefused && code !== undefined,
      cause: error,
    },
  );
}
