import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { AUTHORIZER_FAILED } from '#lib/platform/auth/authorizer-failure.ts';
import { hashToken, isTokenForm, parseBearer } from '#lib/platform/auth/bearer-token.ts';
import { logKeys } from '#lib/platform/observability/log-keys.ts';
import { writeLogLine } from '#lib/platform/observability/log-line.ts';
import { findToken, markUsedToday, type TokenGrants } from '#lib/workspaces/tokens/store/token-lookup.ts';

/** API Gateway responds 401 to an error with exactly this message, and 500 to any other. */
export const UNAUTHORIZED = 'Unauthorized';

const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * Checks that a token is well-formed (a malformed token never reaches the database), known, unexpired and not
 * revoked. Stores the day of last use, which renews a personal token. Never logs the token or its digest.
 *
 * @returns a policy that allows the whole API. API Gateway caches it by token for all routes, so it must not
 *   depend on the route. Endpoints use the context to decide what the caller may do.
 * @throws Error 'Unauthorized', which becomes a 401. Any other error, for example an unresponsive database,
 *   becomes a 500, so that callers do not discard a valid token that could not be looked up.
 */
export async function authorize(
  event: APIGatewayTokenAuthorizerEvent,
  now = new Date(),
): Promise<APIGatewayAuthorizerResult> {
  return allow(await checkToken(event.authorizationToken ?? '', now), event.methodArn);
}

/**
 * Returns the token of an Authorization header, renewed if it is personal, and stores the day of its use.
 *
 * @throws Error 'Unauthorized' for a token that gives no access, and any other if it could not be looked up
 */
export async function checkToken(authorization: string, now: Date): Promise<TokenGrants> {
  const token = parseBearer(authorization);
  if (token === undefined || !isTokenForm(token)) throw new Error(UNAUTHORIZED);
  const sha256 = hashToken(token);
  const found = await findToken(sha256).catch((error: unknown) => {
    writeFailure('ERROR', AUTHORIZER_FAILED, error, now);
    throw error;
  });
  if (!found || isExpired(found, now) || found.revokedAt !== undefined) throw new Error(UNAUTHORIZED);
  return await noteUse(found, sha256, now);
}

function isExpired({ expiresAt }: TokenGrants, now: Date): boolean {
  return expiresAt !== undefined && expiresAt * 1_000 <= now.getTime();
}

/** Stores only the day, because a write per call would cost more than the call. */
async function noteUse(token: TokenGrants, sha256: string, now: Date): Promise<TokenGrants> {
  const today = now.toISOString().slice(0, 10);
  if (token.lastUsedOn !== undefined && token.lastUsedOn >= today) return token;
  const expiresAt = getRenewedExpiry(token, now);
  try {
    const isWritten = await markUsedToday(sha256, today, expiresAt);
    return isWritten && expiresAt !== undefined ? { ...token, expiresAt } : token;
  } catch (error) {
    writeFailure('WARN', 'The day of last use could not be written', error, now, token.id);
    return token;
  }
}

/** @returns epoch seconds; undefined for a token that is not renewed */
function getRenewedExpiry({ renewalDays }: TokenGrants, now: Date): number | undefined {
  return renewalDays === undefined
    ? undefined
    : Math.floor(now.getTime() / 1_000) + renewalDays * SECONDS_PER_DAY;
}

/**
 * Logs only the error's name, because its message could quote the request and with it the digest.
 */
function writeFailure(
  level: 'ERROR' | 'WARN',
  message: string,
  error: unknown,
  now: Date,
  tokenId?: string,
): void {
  const fields = { ...logKeys(), tokenId, error: error instanceof Error ? error.name : 'unknown' };
  writeLogLine(level, message, fields, now);
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
      // API Gateway passes on ASCII only.
      tokenName: encodeURIComponent(token.name),
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
