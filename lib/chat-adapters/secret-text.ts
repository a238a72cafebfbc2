import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

let client: SecretsManagerClient | undefined;

/**
 * Reads a secret from AWS Secrets Manager, loading the SDK lazily. Undefined if no secret has that name.
 */
export async function secretText(name: string): Promise<string | undefined> {
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } = await import(
    '@aws-sdk/client-secrets-manager'
  );
  client ??= new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
