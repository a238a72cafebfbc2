import { isCredentialsId, secretName } from '#lib/platform/credentials/credentials-name.ts';
import { findLocal, readLocalCredentials } from '#lib/platform/credentials/local-credentials.ts';
import { readSecretText } from '#lib/platform/credentials/secrets-manager.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { createMinuteCache } from '#lib/platform/store/minute-cache.ts';

export type CredentialsSources = {
  env?: NodeJS.ProcessEnv;
  /** Reads a secret from AWS Secrets Manager. Undefined if no secret has that name. */
  readSecret?: (name: string) => Promise<string | undefined>;
};

const MAX_CACHED = 500;

/** Without it, every turn would read its secrets again. A rotated secret takes effect within a minute. */
const cache = createMinuteCache<{ value: JsonObject | undefined }>(MAX_CACHED);

/**
 * Reads a workspace's stored credentials by id, from the first of these sources that contains them:
 * - the CREDENTIALS variable or the file named by CREDENTIALS_FILE, as
 *   `{"<workspaceId>": {"<credentialsId>": {…}}}`;
 * - AWS Secrets Manager, as JSON in the secret `<CREDENTIALS_SECRET_PREFIX>/<workspaceId>/<credentialsId>`.
 *
 * Unreadable credentials count as absent and are logged without their content. Never log the return value.
 */
export async function readCredentials(
  workspaceId: string,
  credentialsId: string,
  sources: CredentialsSources = {},
): Promise<JsonObject | undefined> {
  if (!isCredentialsId(workspaceId) || !isCredentialsId(credentialsId)) return undefined;
  const { env = process.env, readSecret = readSecretText } = sources;
  const key = `${workspaceId}/${credentialsId}`;
  try {
    // Read each time, so that a change takes effect at once.
    const local = findLocal(await readLocalCredentials(env), workspaceId, credentialsId);
    if (local) return local;
    const cached = cache.get(key);
    if (cached) return cached.value;
    const value = await readSecretValue(workspaceId, credentialsId, env, readSecret);
    cache.set(key, { value });
    return value;
  } catch (error) {
    logger.error('Credentials could not be read', { workspaceId, credentialsId, reason: getName(error) });
    return undefined;
  }
}

/** Returns only the error's name, because JSON parse errors quote the text, which is secret. */
function getName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** Clears the cache, for tests that change the sources. */
export function forgetCredentials(): void {
  cache.clear();
}

async function readSecretValue(
  workspaceId: string,
  credentialsId: string,
  env: NodeJS.ProcessEnv,
  readSecret: (name: string) => Promise<string | undefined>,
): Promise<JsonObject | undefined> {
  const prefix = env.CREDENTIALS_SECRET_PREFIX;
  if (!prefix) return undefined;
  const text = await readSecret(secretName(prefix, workspaceId, credentialsId));
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
