import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { GOOGLE_ISSUER, GOOGLE_REDIRECT_PATH } from '#lib/bots/document/google-oauth.ts';
import { followToCode, stopServer } from './identity-provider.ts';

/*
 * Stands in for Google: an OAuth server on loopback, the package oidc-provider, in which everybody agrees at once. As with Google, a
 * client has a secret, people can leave out scopes, and only `access_type=offline` with `prompt=consent` gives a refresh token.
 */

export const GOOGLE_CLIENT = { id: '1234-abcd.apps.googleusercontent.com', secret: 'secret-canary-51c0' };
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
export const GMAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.send';

/** Redirect URI of tests without a browser. */
export const REDIRECT_URI = `https://console.example.com${GOOGLE_REDIRECT_PATH}`;

export type GoogleServer = {
  /** Stands in for Google's page. Takes its parameters. */
  authorizationUrl: string;
  tokenUrl: string;
  /** Queries of requests for the page, without those of followed redirects. */
  asked: URLSearchParams[];
  /** Forms that were sent to the token endpoint. */
  exchanges: URLSearchParams[];
  /** Bodies of its responses. */
  given: string[];
  /** Scopes that people leave out. */
  denied: Set<string>;
  /** Response of the token endpoint, in place of its own. */
  fault: { status: number; body: string } | undefined;
  /** Goes through Google's page as a browser does. `changes` override parameters. */
  authorize(changes?: Record<string, string>): Promise<{ code: string; codeVerifier: string }>;
  stop(): Promise<void>;
};

export async function startGoogleServer(): Promise<GoogleServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const google: GoogleServer = {
    authorizationUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    asked: [],
    exchanges: [],
    given: [],
    denied: new Set(),
    fault: undefined,
    authorize: async (changes = {}) => {
      const codeVerifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        client_id: GOOGLE_CLIENT.id,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: SHEETS_SCOPE,
        access_type: 'offline',
        prompt: 'consent',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      });
      const redirectUri = query.get('redirect_uri') ?? '';
      return { code: await followToCode(`${url}/auth?${query}`, redirectUri), codeVerifier };
    },
    stop: () => stopServer(server),
  };
  const provider = createProvider(url, google);
  const respond = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/auth') google.asked.push(searchParams);
    if (pathname === '/token') {
      if (google.fault) return void response.writeHead(google.fault.status).end(google.fault.body);
      record(request, response, google);
    }
    nameGoogle(response);
    if (pathname.startsWith('/interaction/')) void finishConsent(provider, request, response);
    else void respond(request, response);
  });
  return google;
}

/** Notes what is sent to the token endpoint, and what it responds. */
function record(
  request: IncomingMessage,
  response: ServerResponse,
  { exchanges, given }: GoogleServer,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => exchanges.push(new URLSearchParams(Buffer.concat(chunks).toString())));
  const end = response.end.bind(response);
  response.end = ((...all: Parameters<typeof end>) => {
    given.push(String(all[0] ?? ''));
    return end(...all);
  }) as typeof response.end;
}

/** Puts Google's name in place of this server's into redirects (RFC 9207). */
function nameGoogle(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'location'
        ? String(value).replace(/\biss=[^&]*/, `iss=${encodeURIComponent(GOOGLE_ISSUER)}`)
        : value,
    );
}

function createProvider(url: string, google: GoogleServer): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
        // Any port of this machine: RFC 8252, section 7.3.
        application_type: 'native',
        redirect_uris: [
          REDIRECT_URI,
          ...['127.0.0.1', 'localhost'].map((host) => `http://${host}${GOOGLE_REDIRECT_PATH}`),
        ],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    scopes: [SHEETS_SCOPE, GMAIL_SCOPE],
    cookies: { keys: ['for tests only'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    issueRefreshToken: async () => {
      const asked = google.asked.at(-1);
      return asked?.get('access_type') === 'offline' && asked.get('prompt') === 'consent';
    },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      for (const scope of [SHEETS_SCOPE, GMAIL_SCOPE]) {
        if (google.denied.has(scope)) grant.rejectOIDCScope(scope);
        else grant.addOIDCScope(scope);
      }
      await grant.save();
      return grant;
    },
  });
}

async function finishConsent(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  await provider.interactionFinished(request, response, { login: { accountId: 'ada' }, consent: {} });
}
