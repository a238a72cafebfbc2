import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { AUTHORIZER_FAILED } from '#lib/auth/authorizer-failure.ts';
import { hashToken, isTokenForm, parseBearer } from '#lib/auth/bearer-token.ts';
import { findToken, markUsedToday, type TokenGrants } from './store/token-lookup.ts';

/** API Gateway responds 401 to an error with exactly this message, and 500 to any other error. */
const UNAUTHORIZED = 'Unauthorized';

/**
 * Decides whether the token of a call is accepted. It must have the right form (a malformed token never
 * reaches the database), and be known, unexpired and not revoked. Stores the day on which the token was last
 * used. Neither the token nor its digest is ever logged.
 *
 * @returns a policy that allows the whole API. API Gateway caches it by token for all routes, so it must not
 *   depend on the route. The endpoint decides from the context what the caller may do.
 * @throws Error 'Unauthorized', which becomes a 401. Any other error, for example because the database does
 *   not respond, becomes a 500, so that a caller does not discard a good token that we cannot look up.
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

/** Only the day is stored, because a write for each call would cost more than the call. */
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
 * Writes one line in the format of the service's logger. The logger itself would make this bundle a tenth
 * larger. Only the name of the error is logged, because its message could quote the request and with it the
 * digest.
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
