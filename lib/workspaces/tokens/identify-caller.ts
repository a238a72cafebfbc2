import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { unavailable } from '#lib/platform/store/dynamodb.ts';
import { checkToken, UNAUTHORIZED } from './authorize.ts';

/**
 * Identifies the caller of an address that needs a token for some requests only, which the gateway cannot know.
 * Everywhere else, the gateway asks the authorizer.
 *
 * @param authorization the Authorization header
 * @throws UNAUTHORIZED, SERVICE_UNAVAILABLE
 */
export async function identifyCaller(authorization: string | undefined): Promise<Caller> {
  const token = await checkToken(authorization ?? '', new Date()).catch((error: unknown) => {
    // The gateway would respond 500 to a token that could not be looked up. Here, callers can be told to retry.
    if (!(error instanceof Error) || error.message !== UNAUTHORIZED) throw unavailable(error);
    throw new ServiceError('UNAUTHORIZED', 'A valid bearer token is required');
  });
  return {
    tokenId: token.id,
    tokenName: token.name,
    grants: token.grants,
    ...(token.expiresAt !== undefined && { expiresAt: new Date(token.expiresAt * 1_000) }),
  };
}
