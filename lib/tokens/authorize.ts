import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { AUTHORIZER_FAILED } from '#lib/auth/authorizer-failure.ts';
import { hashToken, isTokenForm, parseBearer } from '#lib/auth/bearer-token.ts';
import { findToken, markUsedToday, type TokenGrants } from './store/token-lookup.ts';

/** API Gateway answers 401 to exactly this text and 500 to every other error. */
const UNAUTHORIZED = 'Unauthorized';

/**
 * Decides about the token of one call: its form (what is malformed never reaches the database), whether it is
 * known, expired, revoked. Marks the day on which a token was last used. Neither the token nor its digest is
 * ever logged.
 *
 * @returns an allow for the whole API. API Gateway caches it by token for all routes, so it must not depend on
 *   the route; what the caller may do is decided by the endpoint, from the context.
 * @throws Error 'Unauthorized', which becomes a 401; any other error, such as that of a database that does not
 *   answer, becomes a 500: a caller must not throw a good token away because we cannot look it up.
 */
export async function authorize(
  event: APIGatewayTokenAuthorizerEvent,
  now = new Date(),
): Promise<APIGatewayAuthorizerResult> {
  const token = parseBearer(event.authorizationToken ?? '');
  if (token === undefined || !isTokenForm(token)) throw new Error(UNAUTHORIZED);
  const sha256 = hashToken(token);
  const found = await findToken(sha256).catch((error: unknown) => {
    writeLogLine('ERROR', AUTHORIZER_FAILED, error, now);
    throw error;
  });
  if (!found || isExpired(found, now) || found.revokedAt !== undefined) throw new Error(UNAUTHORIZED);
  await noteUse(found, sha256, now);
  return allow(found, event.methodArn);
}

function isExpired({ expiresAt }: TokenGrants, now: Date): boolean {
  return expiresAt !== undefined && expiresAt * 1_000 <= now.getTime();
}

/** The day only, not the moment: a write for each call would cost more than the call. */
async function noteUse(token: TokenGrants, sha256: string, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  if (token.lastUsedOn !== undefined && token.lastUsedOn >= today) return;
  try {
    await markUsedToday(sha256, today);
  } catch (error) {
    writeLogLine('WARN', 'The day of last use could not be written', error, now, token.id);
  }
}

/**
 * One line in the form of the service's logger, which itself would make this bundle a tenth larger. The error's
 * name only: a message might quote the request, and with it the digest.
 */
function writeLogLine(
  level: 'ERROR' | 'WARN',
  message: string,
  error: unknown,
  now: Date,
  tokenId?: string,
): void {
  if (process.env.LOG_LEVEL?.toUpperCase() === 'SILENT') return;
  const line = {
    level,
    message,
    timestamp: now.toISOString(),
    service: 'bots',
    ...(tokenId !== undefined && { tokenId }),
    error: error instanceof Error ? error.name : 'unknown',
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function allow(token: TokenGrants, methodArn: string): APIGatewayAuthorizerResult {
  return {
    principalId: token.id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: wholeApi(methodArn) }],
    },
    context: {
      tokenId: token.id,
      grants: JSON.stringify(Object.fromEntries(token.grants)),
      ...(token.expiresAt !== undefined && { expiresAt: String(token.expiresAt) }),
    },
  };
}

/** `arn:aws:execute-api:region:account:apiId/stage/GET/v1/…` → `arn:aws:execute-api:region:account:apiId/stage/*` */
function wholeApi(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  if (!api || !stage) throw new Error('The method ARN has no stage');
  return `${api}/${stage}/*`;
}
