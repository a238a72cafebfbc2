import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { OperationRequest } from '#apps/client/client.ts';
import { GOOGLE_REDIRECT_PATH } from '#lib/bots/document/google-oauth.ts';
import type { ConsoleSession } from '../session/session.ts';
import type { StoredCredentials } from '../session/use-stored-credentials.ts';
import {
  type ConsentWish,
  createConsentAddress,
  type PendingConsent,
  readCode,
  UnknownConsentError,
} from './google-consent-address.ts';

/*
 * An admin gives bots access to a Google account: the authorization code flow with PKCE. The service exchanges the code, because
 * the operator's OAuth client has a secret. Loaded only when somebody does that.
 */

/** Key in sessionStorage of the consent that has begun in this tab. */
const PENDING_KEY = 'pending-google-consent';

/** Goes to Google's page, which leads back to `completeConsent`. */
export async function beginConsent(
  wish: ConsentWish,
  { clientId, tokenId }: { clientId: string; tokenId: string },
): Promise<void> {
  const pending = { ...wish, codeVerifier: generateRandomCodeVerifier(), stateSecret: generateRandomState() };
  const url = await createConsentAddress(pending, { clientId, tokenId, origin: location.origin });
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  location.assign(url);
}

/**
 * Takes what Google has put into the address, and removes it from the address bar. Each consent is completed once, so that
 * a reload or going back does not repeat it.
 */
export function takeConsent(): { address: URL; pending: PendingConsent | undefined } {
  const address = new URL(location.href);
  history.replaceState(history.state, '', address.pathname);
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return { address, pending: text === null ? undefined : (JSON.parse(text) as PendingConsent) };
}

/**
 * Has the service exchange the code and store the credentials.
 *
 * @throws UnknownConsentError, ApiError from the service, or the error of `oauth4webapi` if Google refused
 */
export async function completeConsent(
  { address, pending }: ReturnType<typeof takeConsent>,
  { client, token, google }: Pick<ConsoleSession, 'client' | 'token' | 'google'>,
): Promise<StoredCredentials> {
  const code = await readCode(address, pending, { clientId: google?.clientId ?? '', tokenId: token.id });
  if (!pending) throw new UnknownConsentError();
  const { workspaceId, credentialsId, kind, name, codeVerifier } = pending;
  const redirectUri = address.origin + GOOGLE_REDIRECT_PATH;
  const sent = { kind, name, authorization: { code, codeVerifier, redirectUri } };
  const { credentials } = await client.putCredentials({
    params: { workspaceId, credentialsId },
    body: sent as OperationRequest<'putCredentials'>['body'],
  });
  return credentials;
}
