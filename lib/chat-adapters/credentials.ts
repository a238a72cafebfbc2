import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { logger } from '#lib/observability/logger.ts';
import { secretText } from './secret-text.ts';

export type CredentialsSources = {
  env?: NodeJS.ProcessEnv;
  /** Reads the text of a secret in AWS Secrets Manager. Undefined if there is no secret with that name. */
  readSecret?: (name: string) => Promise<string | undefined>;
  /** Milliseconds of a clock that only goes forward. */
  nowMs?: () => number;
};

/**
 * Short enough that a changed secret is used soon. Without a cache, a secret would be read again in every
 * turn.
 */
const CACHE_MS = 60_000;
const MAX_CACHED = 500;

/**
 * Ids become part of a secret's name, and a bot's document may hold any text. With only these characters, an
 * id cannot name anything of another workspace.
 */
const SAFE_ID = /^[A-Za-z0-9_-]{1,64}$/;

type Cached = { value: JsonObject | undefined; untilMs: number };

/** The cache of this process. When the process ends, it also forgets secrets that an operator has removed. */
const cache = new Map<string, Cached>();

/**
 * The stored credentials of a workspace with this id. They are read from
 * - the file that CREDENTIALS_FILE names, `{"<workspaceId>": {"<credentialsId>": {…}}}`, or from CREDENTIALS,
 *   which holds the same;
 * - AWS Secrets Manager, the JSON of secret `<CREDENTIALS_SECRET_PREFIX>/<workspaceId>/<credentialsId>`.
 *
 * Credentials that cannot be read count as absent. This is logged without what was read. Never log what this
 * returns.
 */
export async function readCredentials(
  workspaceId: string,
  credentialsId: string,
  sources: CredentialsSources = {},
): Promise<JsonObject | undefined> {
  if (!SAFE_ID.test(workspaceId) || !SAFE_ID.test(credentialsId)) return undefined;
  const { env = process.env, readSecret = secretText, nowMs = () => performance.now() } = sources;
  const key = `${workspaceId}/${credentialsId}`;
  const cached = cache.get(key);
  if (cached && cached.untilMs > nowMs()) return cached.value;
  try {
    const value =
      (await localCredentials(workspaceId, credentialsId, env)) ??
      (await readSecretValue(key, env, readSecret));
    remember(key, { value, untilMs: nowMs() + CACHE_MS });
    return value;
  } catch (error) {
    logger.error('Credentials could not be read', { workspaceId, credentialsId, reason: getName(error) });
    return undefined;
  }
}

/** Only the name of the error, because messages about text that is not JSON quote it. */
function getName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

function remember(key: string, entry: Cached): void {
  cache.delete(key);
  cache.set(key, entry);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}

/** For tests, which change the sources. */
export function forgetCredentials(): void {
  cache.clear();
}

async function localCredentials(
  workspaceId: string,
  credentialsId: string,
  env: NodeJS.ProcessEnv,
): Promise<JsonObject | undefined> {
  const text = env.CREDENTIALS || (env.CREDENTIALS_FILE && (await readFile(env.CREDENTIALS_FILE, 'utf8')));
  if (!text) return undefined;
  return ownObject(ownObject(JSON.parse(text), workspaceId), credentialsId);
}

async function readSecretValue(
  key: string,
  env: NodeJS.ProcessEnv,
  readSecret: (name: string) => Promise<string | undefined>,
): Promise<JsonObject | undefined> {
  const prefix = env.CREDENTIALS_SECRET_PREFIX;
  if (!prefix) return undefined;
  const text = await readSecret(`${prefix}/${key}`);
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}

function ownObject(value: unknown, key: string): JsonObject | undefined {
  const entry = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(entry) ? entry : undefined;
}
