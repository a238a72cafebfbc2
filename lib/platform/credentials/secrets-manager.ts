import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { requestSignal } from '#lib/platform/store/request-signal.ts';

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
 * Reads a secret for a request of the API. Undefined also if it is scheduled for deletion.
 *
 * @throws SERVICE_UNAVAILABLE, whose cause does not quote the value
 */
export async function readSecretForCaller(name: string): Promise<string | undefined> {
  try {
    return await readSecretText(name);
  } catch (error) {
    if (isNamed(error, 'InvalidRequestException')) return undefined;
    throw toServiceError(error);
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

/** How long the operator can restore a deleted secret: the least that Secrets Manager allows. */
const RECOVERY_DAYS = 7;

/**
 * Stores a secret, or replaces its value. One that is scheduled for deletion is restored for that.
 *
 * @param keyArn the KMS key that encrypts a new secret. The key of AWS if undefined
 * @throws CONFLICT if the secret exists and does not have the tags of this service, SERVICE_UNAVAILABLE. Neither the
 *   errors nor their causes quote the value
 */
export async function writeSecret(
  name: string,
  text: string,
  { stage, keyArn }: { stage: string; keyArn: string | undefined },
): Promise<void> {
  const { CreateSecretCommand, PutSecretValueCommand, RestoreSecretCommand } = await sdk();
  const put = () =>
    send((client) =>
      client.send(new PutSecretValueCommand({ SecretId: name, SecretString: text }), ...getSignal()),
    );
  try {
    await send((client) =>
      client.send(
        new CreateSecretCommand({
          Name: name,
          SecretString: text,
          Tags: [
            { Key: 'service', Value: 'bots' },
            { Key: 'stage', Value: stage },
          ],
          ...(keyArn !== undefined && { KmsKeyId: keyArn }),
        }),
        ...getSignal(),
      ),
    );
    return;
  } catch (error) {
    // An InvalidRequestException means that the secret is scheduled for deletion.
    if (!isNamed(error, 'ResourceExistsException', 'InvalidRequestException')) throw toServiceError(error);
  }
  try {
    await put();
  } catch (error) {
    if (!isNamed(error, 'InvalidRequestException')) throw toServiceError(error);
    await send((client) => client.send(new RestoreSecretCommand({ SecretId: name }), ...getSignal())).catch(
      throwServiceError,
    );
    await put().catch(throwServiceError);
  }
}

/**
 * Deletes a secret. No-op if no secret has that name.
 *
 * @param isForGood whether to delete it at once. Otherwise it can be restored for a week, and costs nothing meanwhile
 * @throws CONFLICT if it does not have the tags of this service, SERVICE_UNAVAILABLE
 */
export async function deleteSecret(name: string, { isForGood }: { isForGood: boolean }): Promise<void> {
  const { DeleteSecretCommand } = await sdk();
  try {
    await send((client) =>
      client.send(
        new DeleteSecretCommand({
          SecretId: name,
          ...(isForGood ? { ForceDeleteWithoutRecovery: true } : { RecoveryWindowInDays: RECOVERY_DAYS }),
        }),
        ...getSignal(),
      ),
    );
  } catch (error) {
    // An InvalidRequestException means that it is scheduled for deletion already.
    if (isNamed(error, 'ResourceNotFoundException', 'InvalidRequestException')) return;
    // Permission depends on the secret's tags, so it is refused for a secret that does not exist as well.
    if (isNamed(error, 'AccessDeniedException') && !(await isKnown(name))) return;
    throw toServiceError(error);
  }
}

/** Whether a secret of that name exists, even if it is scheduled for deletion. */
async function isKnown(name: string): Promise<boolean> {
  const { DescribeSecretCommand } = await sdk();
  try {
    await send((client) => client.send(new DescribeSecretCommand({ SecretId: name }), ...getSignal()));
    return true;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return false;
    throw toServiceError(error);
  }
}

/** Once the caller has got a 503, nothing more may be written. */
function getSignal(): [] | [{ abortSignal: AbortSignal }] {
  const abortSignal = requestSignal();
  return abortSignal ? [{ abortSignal }] : [];
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

function throwServiceError(error: unknown): never {
  throw toServiceError(error);
}

/** Keeps only the error's name: its message and its response may quote the secret. */
function toServiceError(error: unknown): ServiceError {
  const cause = new Error(`AWS Secrets Manager: ${error instanceof Error ? error.name : 'unknown error'}`);
  if (isNamed(error, 'AccessDeniedException')) {
    return new ServiceError(
      'CONFLICT',
      'AWS Secrets Manager does not let the service change this secret: if it was created by hand, it needs the tags in docs/credentials.md',
      { cause },
    );
  }
  return new ServiceError('SERVICE_UNAVAILABLE', 'AWS Secrets Manager is busy; please try again', {
    retryAfterSeconds: 1,
    cause,
  });
}

async function send<T>(request: (client: SecretsManagerClient) => Promise<T>): Promise<T> {
  return await request(await loadSecretsManager());
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
