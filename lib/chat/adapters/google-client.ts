import { readSecretText } from '#lib/platform/credentials/secrets-manager.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** The operator's OAuth client for Google. */
export type OperatorClient = {
  id: string;
  /**
   * Never log the return value.
   *
   * @throws CONFLICT if it is not stored, SERVICE_UNAVAILABLE
   */
  readSecret(): Promise<string>;
};

/**
 * Returns the client in GOOGLE_CLIENT_ID. Its secret is the text of the secret GOOGLE_CLIENT_SECRET_ID in AWS Secrets Manager,
 * or on a local server the variable GOOGLE_CLIENT_SECRET. Undefined if the operator has set none.
 *
 * @param readText reads a secret by its name
 */
export function findGoogleClient(
  env: NodeJS.ProcessEnv = process.env,
  readText: (name: string) => Promise<string | undefined> = readSecretText,
): OperatorClient | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_CLIENT_SECRET_ID: name } = env;
  if (!id) return undefined;
  if (secret) return { id, readSecret: async () => secret };
  return name ? { id, readSecret: () => readClientSecret(name, readText) } : undefined;
}

async function readClientSecret(
  name: string,
  readText: (name: string) => Promise<string | undefined>,
): Promise<string> {
  const text = await readText(name).catch((error: unknown) => {
    // Only the error's name, as for all secrets.
    const cause = new Error(`AWS Secrets Manager: ${error instanceof Error ? error.name : 'unknown error'}`);
    throw new ServiceError('SERVICE_UNAVAILABLE', "The secret of the service's OAuth client cannot be read", {
      retryAfterSeconds: 1,
      cause,
    });
  });
  // Files that secrets are made from often end in a line break.
  const secret = text?.trim();
  if (secret) return secret;
  throw new ServiceError('CONFLICT', "The operator has to store the secret of the service's OAuth client");
}
