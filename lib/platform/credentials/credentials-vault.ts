import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { isCredentialsId, secretName } from './credentials-name.ts';
import { findLocal, readLocalCredentials } from './local-credentials.ts';
import { removeFromFile, writeToFile } from './local-credentials-file.ts';
import { deleteSecret, readSecretForCaller, writeSecret } from './secrets-manager.ts';

/** Where a service keeps the values of credentials. Both ids of every call must be ids of credentials. */
export type CredentialsVault = {
  /** Price of one secret, in US dollars a month. Null if storing it costs nothing. */
  usdPerMonth: number | null;
  /** Stores a value, or replaces it. */
  write(workspaceId: string, credentialsId: string, content: JsonObject): Promise<void>;
  /**
   * Removes a value. No-op if there is none.
   *
   * @param isForGood if false, the operator of a deployed service can restore the value for a week
   */
  remove(workspaceId: string, credentialsId: string, options: { isForGood: boolean }): Promise<void>;
  /** Never log the return value. Undefined if there is no value, or it is not an object. */
  read(workspaceId: string, credentialsId: string): Promise<JsonObject | undefined>;
};

/** https://aws.amazon.com/secrets-manager/pricing/ */
const SECRET_USD_PER_MONTH = 0.4;

/**
 * Returns the place that the environment names: the file in CREDENTIALS_FILE, or AWS Secrets Manager under
 * CREDENTIALS_SECRET_PREFIX. Undefined if it names none. Credentials in the CREDENTIALS variable hide everything in the
 * file and cannot be changed, so there is no place then either.
 */
export function findCredentialsVault(env: NodeJS.ProcessEnv = process.env): CredentialsVault | undefined {
  const { CREDENTIALS, CREDENTIALS_FILE: file, CREDENTIALS_SECRET_PREFIX: prefix } = env;
  if (CREDENTIALS) return undefined;
  if (file) return createFileVault(file, env);
  return prefix ? createSecretsVault(prefix, env) : undefined;
}

function createFileVault(file: string, env: NodeJS.ProcessEnv): CredentialsVault {
  return {
    usdPerMonth: null,
    write: (workspaceId, id, content) => writeToFile(file, workspaceId, id, content),
    remove: (workspaceId, id) => removeFromFile(file, workspaceId, id),
    async read(workspaceId, id) {
      try {
        return findLocal(await readLocalCredentials(env), workspaceId, id);
      } catch {
        // The error is left out: one of JSON quotes the file.
        throw new ServiceError('CONFLICT', 'The file of credentials cannot be read');
      }
    },
  };
}

function createSecretsVault(prefix: string, env: NodeJS.ProcessEnv): CredentialsVault {
  const toName = (workspaceId: string, id: string) => {
    if (!isCredentialsId(workspaceId) || !isCredentialsId(id)) {
      throw new Error('Tried to name a secret with an invalid id');
    }
    return secretName(prefix, workspaceId, id);
  };
  return {
    usdPerMonth: SECRET_USD_PER_MONTH,
    write: (workspaceId, id, content) =>
      writeSecret(toName(workspaceId, id), JSON.stringify(content), {
        stage: prefix.replace(/^bots-/, ''),
        keyArn: env.CREDENTIALS_KEY_ARN || undefined,
      }),
    remove: (workspaceId, id, options) => deleteSecret(toName(workspaceId, id), options),
    read: async (workspaceId, id) => {
      const text = await readSecretForCaller(toName(workspaceId, id));
      return text === undefined ? undefined : parseObject(text);
    },
  };
}

/** Returns undefined for invalid JSON instead of throwing, because parse errors quote the text. */
function parseObject(text: string): JsonObject | undefined {
  try {
    return findLocal({ value: { content: JSON.parse(text) } }, 'value', 'content');
  } catch {
    return undefined;
  }
}
