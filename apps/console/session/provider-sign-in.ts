import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { createClient } from '#apps/client/client.ts';
import type { ConsoleConfig } from './console-config.ts';
import { fetchConsoleConfig } from './fetch-console-config.ts';

/*
 * Sign-in with an identity provider: the authorization code flow of OpenID Connect with PKCE. The console is a public
 * client, so there is no secret. Loaded only when somebody signs in this way.
 */

/** Page to which the provider sends people back. It has to be among the client's redirect URIs. */
const REDIRECT_PATH = '/sign-in';

/** Key in sessionStorage of the sign-in that has begun in this tab. */
const PENDING_KEY = 'pending-sign-in';

type PendingSignIn = {
  state: string;
  /** Secrets of this browser: one proves to the provider, one to the service, that it has begun the sign-in. */
  codeVerifier: string;
  nonce: string;
  /** Path and query of the page to show afterwards. */
  returnTo: string;
  /** Whether to stay signed in on this browser. */
  isKept: boolean;
  /** Secret of an invitation to accept. */
  invitation?: string;
};

export type CompletedSignIn = Pick<PendingSignIn, 'returnTo' | 'isKept'> & { token: string };

/** The address that the provider sent people back to belongs to no sign-in of this tab. */
export class UnknownSignInError extends Error {
  override name = 'UnknownSignInError';
}

/** Goes to the provider's page. Anything that fails before that is thrown. */
export async function beginSignIn(
  provider: NonNullable<ConsoleConfig['signIn']>,
  wish: Pick<PendingSignIn, 'returnTo' | 'isKept' | 'invitation'>,
): Promise<void> {
  const server = await loadServer(provider.issuer);
  if (!server.authorization_endpoint) throw new Error('The identity provider has no page to sign in.');
  const pending: PendingSignIn = {
    ...wish,
    state: generateRandomState(),
    codeVerifier: generateRandomCodeVerifier(),
    nonce: generateRandomNonce(),
  };
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  const url = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries({
    client_id: provider.clientId,
    redirect_uri: location.origin + REDIRECT_PATH,
    response_type: 'code',
    scope: 'openid profile email',
    state: pending.state,
    nonce: await createChallenge(pending.nonce),
    code_challenge: await createChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value);
  }
  location.assign(url);
}

/**
 * Exchanges what the provider has put into the address for a personal token, and removes it from the address bar.
 *
 * @throws UnknownSignInError, ApiError from the service, or the error of `oauth4webapi` if the provider refused
 */
export async function completeSignIn(): Promise<CompletedSignIn> {
  const address = new URL(location.href);
  history.replaceState(history.state, '', address.pathname);
  const pending = takePendingSignIn();
  const { signIn: provider } = await fetchConsoleConfig();
  if (!pending || !provider) throw new UnknownSignInError('This sign-in was not begun in this tab.');
  const { issuer, clientId } = provider;
  const { nonce, invitation, returnTo, isKept } = pending;
  const server = await loadServer(issuer);
  const client: Client = { client_id: clientId };
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    validateAuthResponse(server, client, address, pending.state),
    location.origin + REDIRECT_PATH,
    pending.codeVerifier,
    allowInsecure(issuer),
  );
  const { id_token: idToken } = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: await createChallenge(nonce),
    requireIdToken: true,
  });
  if (idToken === undefined) throw new Error('The identity provider has sent no ID token.');
  const { token } = await createClient({ baseUrl: location.origin }).createSignIn({
    body: { idToken, nonce, ...(invitation !== undefined && { invitation }) },
  });
  return { token: token.token, returnTo, isKept };
}

/** Each sign-in is completed once, so that a reload or going back does not repeat it. */
function takePendingSignIn(): PendingSignIn | undefined {
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return text === null ? undefined : (JSON.parse(text) as PendingSignIn);
}

async function loadServer(issuer: string): Promise<AuthorizationServer> {
  const url = new URL(issuer);
  return await processDiscoveryResponse(url, await discoveryRequest(url, allowInsecure(issuer)));
}

/** The settings allow http only for a provider on this machine. */
function allowInsecure(issuer: string): { [allowInsecureRequests]: boolean } {
  return { [allowInsecureRequests]: issuer.startsWith('http:') };
}

/** Returns the SHA-256 in base64url, which is what PKCE calls a challenge. */
const createChallenge = calculatePKCECodeChallenge;
