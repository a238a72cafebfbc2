import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Credentials by workspace and id: `{"<workspaceId>": {"<credentialsId>": {…}}}`. Never log it. */
export type LocalCredentials = JsonObject;

/**
 * Reads the credentials in the CREDENTIALS variable or in the file that CREDENTIALS_FILE names. Undefined if
 * neither is set.
 *
 * @throws Error if they cannot be read. Its message may quote them
 */
export async function readLocalCredentials(env: NodeJS.ProcessEnv): Promise<LocalCredentials | undefined> {
  const text = env.CREDENTIALS || (env.CREDENTIALS_FILE && (await readFile(env.CREDENTIALS_FILE, 'utf8')));
  if (!text) return undefined;
  if (text !== latest?.text) {
    const parsed: unknown = JSON.parse(text);
    latest = { text, credentials: isJsonObject(parsed) ? parsed : {} };
  }
  return latest.credentials;
}

/** Unchanged credentials stay the same object, because access tokens that were obtained with them are kept by object. */
let latest: { text: string; credentials: LocalCredentials } | undefined;

export function findLocal(
  credentials: LocalCredentials | undefined,
  workspaceId: string,
  credentialsId: string,
): JsonObject | undefined {
  return ownObject(ownObject(credentials, workspaceId), credentialsId);
}

function ownObject(value: unknown, key: string): JsonObject | undefined {
  const entry = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(entry) ? entry : undefined;
}
