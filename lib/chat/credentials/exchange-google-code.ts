import * as z from 'zod';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { GOOGLE_REDIRECT_PATH, GOOGLE_TOKEN_URL } from '#lib/bots/document/google-oauth.ts';
import { findGoogleClient } from '#lib/chat/adapters/google-client.ts';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import { recordHttp } from '#lib/chat/adapters/recorded-http.ts';
import { HttpRequestError, type HttpResponse } from '#lib/engine/model/ports.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { takeRequest } from './take-request.ts';

export type GoogleCode = {
  workspaceId: string;
  /** A key of `CREDENTIAL_KINDS`. */
  kind: string;
  /** Authorization code that Google gave the browser. Works once, for some minutes. */
  code: string;
  /** The browser's secret, of which Google has the digest (PKCE, S256). */
  codeVerifier: string;
  /** Page to which Google has sent the browser. */
  redirectUri: string;
  /** Host at which the console was asked. Undefined for a call of the API itself. */
  siteHost: string | undefined;
};

const TIMEOUT_MS = 7_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

const tokenResponse = once(() =>
  z.object({
    refresh_token: z.string().min(1).optional(),
    /** The scopes that were granted, separated by spaces. */
    scope: z.string().optional(),
    error: z.string().optional(),
  }),
);
type TokenResponse = z.output<ReturnType<typeof tokenResponse>>;

/**
 * Exchanges an authorization code of Google for credentials with a refresh token of the operator's OAuth client. The request
 * counts towards the workspace's daily limit, like those of blocks. Callers check the role first.
 *
 * @returns the value of the credentials. Never log it
 * @throws BAD_REQUEST for a kind or a page that cannot be authorized, a code that Google does not accept, and one that gives no
 *   refresh token or not the scope that blocks need; CONFLICT if the operator's settings are missing or wrong;
 *   TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE. Neither the errors nor their causes quote what was sent or received
 */
export async function exchangeGoogleCode(sent: GoogleCode): Promise<JsonObject> {
  const scope = CREDENTIAL_KINDS.get(sent.kind)?.googleScope;
  if (scope === undefined) {
    throw badRequest('authorization', 'Only credentials for Google have it: send data instead');
  }
  const client = findGoogleClient();
  if (!client) {
    throw new ServiceError(
      'CONFLICT',
      'The operator of this service has set no OAuth client for Google: send data instead',
    );
  }
  const { redirectUri } = sent;
  if (!isConsolePage(redirectUri, sent.siteHost)) {
    throw badRequest(
      'authorization.redirectUri',
      `Must be the page ${GOOGLE_REDIRECT_PATH} of the console through which the request is sent`,
    );
  }
  const clientSecret = await client.readSecret();
  await takeRequest(sent.workspaceId);
  const response = await sendToGoogle({
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: clientSecret,
    code: sent.code,
    code_verifier: sent.codeVerifier,
    redirect_uri: redirectUri,
  });
  const tokens = parseTokenResponse(response);
  if (response.status !== 200) throw createRefusal(response.status, tokens?.error);
  if (!tokens) throw createUnavailable('not the response of a token endpoint');
  const { refresh_token, scope: granted } = tokens;
  // Google lets people leave out scopes. RFC 6749 allows a response without them, which Google does not send.
  if (!granted?.split(' ').includes(scope)) {
    throw badRequest(
      'authorization',
      `Google has not granted ${scope}: sign in again, and allow everything that Google asks`,
    );
  }
  if (refresh_token === undefined) {
    throw badRequest(
      'authorization',
      'Google has given no refresh token: sign in again, with access_type=offline and prompt=consent',
    );
  }
  return { client_id: client.id, client_secret: clientSecret, refresh_token };
}

/**
 * The console's own addresses are the one through which the request has come and, on a local server, those in
 * CONSOLE_ORIGINS, separated by spaces.
 */
function isConsolePage(redirectUri: string, siteHost: string | undefined): boolean {
  const origins =
    siteHost === undefined
      ? (process.env.CONSOLE_ORIGINS ?? '').split(' ').filter(Boolean)
      : [`https://${siteHost.toLowerCase()}`];
  return origins.some((origin) => redirectUri === origin + GOOGLE_REDIRECT_PATH);
}

async function sendToGoogle(form: Record<string, string>): Promise<HttpResponse> {
  const http = recordHttp(httpPort({ maxBodyBytes: MAX_RESPONSE_BYTES }));
  try {
    return await http({
      // Tests have another server.
      url: process.env.GOOGLE_TOKEN_URL || GOOGLE_TOKEN_URL,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      hasSecretBody: true,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof HttpRequestError) throw createUnavailable(error.kind);
    throw error;
  }
}

/** Undefined if the response is not JSON, or not that of a token endpoint. */
function parseTokenResponse({ body }: HttpResponse): TokenResponse | undefined {
  try {
    return tokenResponse().parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    // Errors of JSON quote the text.
    return undefined;
  }
}

/** Errors that the operator's settings cause: https://www.rfc-editor.org/rfc/rfc6749#section-5.2. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'deleted_client']);

function createRefusal(status: number, error: string | undefined): ServiceError {
  if (error === 'invalid_grant') {
    return badRequest(
      'authorization.code',
      'Google does not accept the code: it has expired, was used before or belongs to another sign-in. Sign in again',
    );
  }
  if (error === 'redirect_uri_mismatch') {
    return badRequest(
      'authorization.redirectUri',
      "The operator has to register this page as a redirect URI of the service's OAuth client",
    );
  }
  if (error !== undefined && CLIENT_ERRORS.has(error)) {
    return new ServiceError(
      'CONFLICT',
      "Google does not accept the service's OAuth client: its operator has to correct the id or the secret",
    );
  }
  if (status === 429 || status >= 500) return createUnavailable(`status ${status}`);
  return badRequest('authorization', 'Google does not accept the request: sign in again');
}

/** @param reason without what was sent or received */
function createUnavailable(reason: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'Google did not respond: please sign in again', {
    retryAfterSeconds: 1,
    cause: new Error(`Token endpoint of Google: ${reason}`),
  });
}
