import type { S3Client } from '@aws-sdk/client-s3';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { isId } from '#lib/platform/store/keys.ts';

/** Key prefixes that are followed by the ids of a workspace, a bot and a result. */
const RESULT_PREFIXES = [FILE_PREFIXES.uploads, FILE_PREFIXES.private] as const;

/** Key prefixes that are followed by a workspace id. */
export const WORKSPACE_PREFIXES = [
  ...RESULT_PREFIXES,
  FILE_PREFIXES.authored,
  FILE_PREFIXES.exports,
] as const;

/** Deletes up to 1,000 objects with this prefix and returns how many there were. */
export type DeleteObjects = (bucket: string, prefix: string) => Promise<number>;

/**
 * Deletes a workspace's exports and everything that authors and respondents have uploaded to it, or only what respondents
 * have uploaded to one bot or result. Does not find files under `generated/`, whose names do not identify an owner.
 *
 * @param path ids below the workspace: of a bot, or of a bot and a result
 * @param hasTime checked before each page; once it returns false, the rest is left for another call
 * @returns whether everything was deleted
 */
export async function eraseFiles(
  bucket: string,
  [workspaceId, ...path]: [string, ...string[]],
  hasTime: () => boolean,
  deleteObjects: DeleteObjects = deleteFromS3,
): Promise<boolean> {
  const ids = [workspaceId, ...path];
  // With an empty id, the prefix would match files of other workspaces.
  if (!ids.every(isId)) throw new Error('Tried to delete files by an invalid id');
  // Files of authors belong to the workspace: see docs/decisions/0074.
  for (const prefix of path.length > 0 ? RESULT_PREFIXES : WORKSPACE_PREFIXES) {
    do {
      if (!hasTime()) return false;
    } while ((await deleteObjects(bucket, `${prefix}${ids.join('/')}/`)) > 0);
  }
  return true;
}

let client: S3Client | undefined;

/** Loads the SDK lazily, because most requests and jobs delete no files. */
async function deleteFromS3(bucket: string, prefix: string): Promise<number> {
  const { DeleteObjectsCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  client ??= new S3Client({ maxAttempts: 5 });
  const { Contents: found = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1_000 }),
  );
  if (found.length === 0) return 0;
  const { Errors: errors = [] } = await client.send(
    new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects: found.map(({ Key }) => ({ Key })), Quiet: true },
    }),
  );
  const [first] = errors;
  if (first) throw new Error(`${errors.length} files could not be deleted: ${first.Code}`);
  return found.length;
}
