import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

let client: SecretsManagerClient | undefined;

/**
 * Reads a secret from AWS Secrets Manager, loading the SDK lazily. Undefined if no secret has that name. Never
 * log the return value.
 */
export async function readSecretText(name: string): Promise<string | undefined> {
  const { GetSecretValueCommand, ResourceNotFoundException } = await sdk();
  try {
    const { SecretString } = await (await loadSecretsManager()).send(
      new GetSecretValueCommand({ SecretId: name }),
    );
    return SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/**
 * Whether AWS Secrets Manager has a secret of that name. One that is scheduled for deletion counts as deleted:
 * it can no longer be read. The secret itself is not read.
 */
export async function hasSecret(name: string, signal: AbortSignal): Promise<boolean> {
  const { DescribeSecretCommand, ResourceNotFoundException } = await sdk();
  try {
    const { DeletedDate } = await (await loadSecretsManager()).send(
      new DescribeSecretCommand({ SecretId: name }),
      { abortSignal: signal },
    );
    return DeletedDate === undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

const sdk = () => import('@aws-sdk/client-secrets-manager');

async function loadSecretsManager(): Promise<SecretsManagerClient> {
  const { SecretsManagerClient } = await sdk();
  client ??= new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
  return client;
}
