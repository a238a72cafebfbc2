import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { type ClientMetadata, Provider } from 'oidc-provider';

/* An identity provider on loopback, the package oidc-provider, in which everybody is signed in who says who it is. */

export const CLIENT_ID = 'bots-console';

/** Path of the console's page to which the provider sends people back. */
const REDIRECT_PATH = '/sign-in';

/** Claims of the people that the provider knows, by their subjects. */
const ACCOUNTS: Readonly<Record<string, Record<string, unknown>>> = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true, groups: ['bot-editors'] },
  mary: { name: 'Mary Somerville', email: 'mary@example.com', email_verified: true, groups: ['bot-editors'] },
  grace: { name: 'Grace Hopper', email: 'grace@example.com', email_verified: true, groups: ['sales'] },
};

export type IdentityProvider = {
  issuer: string;
  /**
   * Goes through the whole flow as a browser does: authorization with PKCE, login, and the exchange of the code.
   *
   * @param nonce the browser's secret, of which the provider gets the digest
   */
  signIn(subject: keyof typeof ACCOUNTS, nonce: string): Promise<string>;
  /** Signs an ID token with the provider's own key. `claims` override the usual ones; undefined leaves one out. */
  signIdToken(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** How often its keys were read. */
  keyRequests(): number;
  stop(): Promise<void>;
};

/** @param port 0 by default, which picks a free one */
export async function startIdentityProvider(port = 0): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // It lives as long as the tests.
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(issuer, {
    ...(await exportJWK(privateKey)),
    kid: 'k1',
    alg: 'RS256',
    use: 'sig',
  });
  let keyRequests = 0;
  const respond = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/jwks') keyRequests += 1;
    if (request.url?.startsWith('/interaction/')) void finishLogin(provider, request, response);
    else void respond(request, response);
  });
  return {
    issuer,
    signIn: (subject, nonce) => signInAs(String(subject), nonce, issuer),
    signIdToken: async (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const payload = { iss: issuer, aud: CLIENT_ID, sub: 'ada', iat: now, exp: now + 300, ...claims };
      return await new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
        .sign(privateKey);
    },
    keyRequests: () => keyRequests,
    stop: () => stopServer(server),
  };
}

/** Returns a new nonce, and its digest as the ID token has it. */
export function createNonce(): { nonce: string; digest: string } {
  const nonce = randomBytes(32).toString('base64url');
  return { nonce, digest: createHash('sha256').update(nonce).digest('base64url') };
}

function createProvider(issuer: string, key: object): Provider {
  const client: ClientMetadata = {
    client_id: CLIENT_ID,
    // Any port of this machine: RFC 8252, section 7.3.
    application_type: 'native',
    redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}${REDIRECT_PATH}`),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
  return new Provider(issuer, {
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    // Most providers have these claims in the ID token.
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...ACCOUNTS[id] }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const { client: asking, session } = oidc;
      if (!asking || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}

/** Signs in whom the parameter `login_hint` names, without asking for a password or for consent. */
async function finishLogin(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params.login_hint ?? 'ada');
  await provider.interactionFinished(request, response, { login: { accountId }, consent: {} });
}

async function signInAs(subject: string, nonce: string, issuer: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  const redirectUri = `http://127.0.0.1:1${REDIRECT_PATH}`;
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
    nonce: digest(nonce),
    login_hint: subject,
  });
  const code = await followToCode(`${issuer}/auth?${query}`, redirectUri);
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
    }),
  });
  const { id_token: idToken } = (await response.json()) as { id_token?: string };
  if (idToken === undefined) throw new Error(`The provider gave no ID token: ${response.status}`);
  return idToken;
}

/** Follows redirects with cookies, up to the one that leads back to the client. Returns the code in it. */
export async function followToCode(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let redirects = 0; redirects < 10; redirects++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const text = await response.text();
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    const target = response.headers.get('location');
    if (target === null)
      throw new Error(`The provider responded ${response.status} to ${url}: ${text.slice(0, 2000)}`);
    const location = new URL(target, url);
    if (location.href.startsWith(redirectUri)) {
      const code = location.searchParams.get('code');
      if (code === null) throw new Error(`The provider refused: ${location.search}`);
      return code;
    }
    url = location.href;
  }
  throw new Error('The provider did not lead back to the client');
}

export async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
