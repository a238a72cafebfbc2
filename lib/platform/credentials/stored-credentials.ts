import { logger } from '#lib/platform/observability/logger.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { isCredentialsId, secretName } from './credentials-name.ts';
import { findLocal, type LocalCredentials, readLocalCredentials } from './local-credentials.ts';
import { hasSecret } from './secrets-manager.ts';

/** Most lookups for one document. Real bots name a handful of credentials. */
export const MAX_LOOKUPS = 50;
/** Well below the tens of thousands of requests a second that Secrets Manager allows an account. */
const CONCURRENT_LOOKUPS = 10;
/** For all lookups together, so that a slow Secrets Manager does not use up the time of the request. */
const LOOKUP_TIMEOUT_MS = 3_000;

export type CredentialsLookup = {
  /** The ids that nothing is stored under. */
  missing: ReadonlySet<string>;
  /**
   * Why some or all of the ids are not in `missing` although nothing may be stored under them: the service has no
   * place for credentials, the place could not be asked, or there are too many ids.
   */
  unknown?: 'no place' | 'no response' | 'too many';
};

export type LookupSources = {
  env?: NodeJS.ProcessEnv;
  /** Whether AWS Secrets Manager has a secret. */
  hasSecret?: (name: string, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Finds out under which ids a workspace has credentials, in the places that chats read them from, without reading
 * a secret: AWS Secrets Manager is only asked whether it has one of that name. Never throws.
 */
export async function lookUpCredentials(
  workspaceId: string,
  credentialsIds: Iterable<string>,
  { env = process.env, hasSecret: has = hasSecret }: LookupSources = {},
): Promise<CredentialsLookup> {
  const ids = [...new Set(credentialsIds)];
  if (ids.length === 0) return { missing: new Set() };
  const prefix = env.CREDENTIALS_SECRET_PREFIX;
  // Once one lookup has failed, the others must not go on after the response.
  const failed = new AbortController();
  try {
    const local = await readLocalCredentials(env);
    if (local === undefined && !prefix) return { missing: new Set(), unknown: 'no place' };
    const elsewhere = ids.filter((id) => !isLocal(local, workspaceId, id));
    const missing = elsewhere.filter(
      (id) => !prefix || !isCredentialsId(workspaceId) || !isCredentialsId(id),
    );
    const nameable = elsewhere.filter((id) => !missing.includes(id));
    const signal = AbortSignal.any([AbortSignal.timeout(LOOKUP_TIMEOUT_MS), failed.signal]);
    const found = await mapConcurrently(nameable.slice(0, MAX_LOOKUPS), CONCURRENT_LOOKUPS, (id) =>
      has(secretName(prefix ?? '', workspaceId, id), signal),
    );
    return {
      missing: new Set([...missing, ...nameable.filter((_, index) => found[index] === false)]),
      ...(nameable.length > MAX_LOOKUPS && { unknown: 'too many' }),
    };
  } catch (error) {
    failed.abort();
    // Only the error's name: if local credentials are not JSON, its message quotes them.
    const reason = error instanceof Error ? error.name : 'unknown';
    logger.warn('Credentials could not be looked up', { workspaceId, reason });
    return { missing: new Set(), unknown: 'no response' };
  }
}

function isLocal(local: LocalCredentials | undefined, workspaceId: string, credentialsId: string): boolean {
  return isCredentialsId(credentialsId) && findLocal(local, workspaceId, credentialsId) !== undefined;
}
