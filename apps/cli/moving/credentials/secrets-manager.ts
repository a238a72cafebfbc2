import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { secretName } from '#lib/platform/credentials/credentials-name.ts';
import { type CredentialsStore, CredentialsStoreError } from './credentials-store.ts';

/**
 * AWS Secrets Manager, where a deployed service looks for `<prefix>/<workspace id>/<credentials id>`. Loads the SDK
 * when first used.
 *
 * @param prefix name of the service's stack, `bots-<stage>`
 */
export function secretsManager(prefix: string): CredentialsStore {
  const nameOf = (workspaceId: string, id: string) => secretName(prefix, workspaceId, id);
  return {
    description: `AWS Secrets Manager, under ${prefix}/`,
    async read(workspaceId, id) {
      const name = nameOf(workspaceId, id);
      const { GetSecretValueCommand, ResourceNotFoundException } = await sdk();
      return await callSecretsManager('read', name, [], async (client) => {
        try {
          const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
          // A secret that is not JSON exists, but differs from all credentials.
          return tryParseJson(SecretString ?? '') ?? null;
        } catch (error) {
          if (error instanceof ResourceNotFoundException) return undefined;
          throw error;
        }
      });
    },
    async write(workspaceId, credentials) {
      const { CreateSecretCommand, PutSecretValueCommand } = await sdk();
      for (const [storedBefore, { id, content, isNew }] of credentials.entries()) {
        const name = nameOf(workspaceId, id);
        const SecretString = JSON.stringify(content);
        const secrets = [SecretString, ...textsIn(content)];
        const what = storedBefore === 0 ? 'stored' : `stored, after ${storedBefore} that were`;
        await callSecretsManager(what, name, secrets, async (client) => {
          await (isNew
            ? client.send(new CreateSecretCommand({ Name: name, SecretString, Tags: tags(prefix) }))
            : client.send(new PutSecretValueCommand({ SecretId: name, SecretString })));
        });
      }
    },
  };
}

/** The tags of a stack's resources: see `docs/cost.md`. */
function tags(prefix: string): { Key: string; Value: string }[] {
  const [, stage] = /^bots-(.+)$/.exec(prefix) ?? [];
  return [
    { Key: 'service', Value: 'bots' },
    ...(stage === undefined ? [] : [{ Key: 'stage', Value: stage }]),
  ];
}

const sdk = () => import('@aws-sdk/client-secrets-manager');

let sharedClient: SecretsManagerClient | undefined;

/**
 * @param what for the message: `read` or `stored`
 * @throws CredentialsStoreError with AWS's message, unless that quotes one of the secrets
 */
async function callSecretsManager<T>(
  what: string,
  name: string,
  secrets: string[],
  call: (client: SecretsManagerClient) => Promise<T>,
): Promise<T> {
  const { SecretsManagerClient } = await sdk();
  sharedClient ??= new SecretsManagerClient({ maxAttempts: 5 });
  try {
    return await call(sharedClient);
  } catch (error) {
    const { name: code, message } = error instanceof Error ? error : new Error(String(error));
    const isQuoting = secrets.some((secret) => message.includes(secret));
    throw new CredentialsStoreError(
      `The secret ${name} could not be ${what}: ${isQuoting || message === '' ? code : `${code}: ${message}`}`,
    );
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
