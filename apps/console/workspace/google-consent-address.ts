import { calculatePKCECodeChallenge, validateAuthResponse } from 'oauth4webapi';
import {
  GOOGLE_AUTHORIZATION_URL,
  GOOGLE_ISSUER,
  GOOGLE_REDIRECT_PATH,
} from '#lib/bots/document/google-oauth.ts';
import { getGoogleScope } from './credentials-form.ts';

/** The credentials to store. */
export type ConsentWish = {
  workspaceId: string;
  credentialsId: string;
  kind: string;
  name: string;
  /** False if they replace stored ones. */
  isNew: boolean;
};

export type PendingConsent = ConsentWish & {
  /** Secrets of this browser: one proves to Google that it has begun the consent, of the other one Google returns a digest. */
  codeVerifier: string;
  stateSecret: string;
};

/** The address that Google sent the browser to belongs to no consent of this tab and this token. */
export class UnknownConsentError extends Error {
  override name = 'UnknownConsentError';
}

/** Returns the address of Google's page. It asks for nothing but what blocks need. */
export async function createConsentAddress(
  { kind, codeVerifier, stateSecret }: PendingConsent,
  { clientId, tokenId, origin }: { clientId: string; tokenId: string; origin: string },
): Promise<URL> {
  const url = new URL(GOOGLE_AUTHORIZATION_URL);
  for (const [name, value] of Object.entries({
    client_id: clientId,
    redirect_uri: origin + GOOGLE_REDIRECT_PATH,
    response_type: 'code',
    scope: getGoogleScope(kind) ?? '',
    // Google gives a refresh token only with both.
    access_type: 'offline',
    prompt: 'consent',
    state: await createState(tokenId, stateSecret),
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value);
  }
  return url;
}

/**
 * Returns the code in the address, if the consent was begun in this tab with this token.
 *
 * @throws UnknownConsentError, or the error of `oauth4webapi` if Google refused
 */
export async function readCode(
  address: URL,
  pending: PendingConsent | undefined,
  { clientId, tokenId }: { clientId: string; tokenId: string },
): Promise<string> {
  const state = pending && (await createState(tokenId, pending.stateSecret));
  if (state === undefined || address.searchParams.get('state') !== state) {
    throw new UnknownConsentError('This was not begun in this tab with your token.');
  }
  const checked = validateAuthResponse({ issuer: GOOGLE_ISSUER }, { client_id: clientId }, address, state);
  return checked.get('code') ?? '';
}

/** Returns a digest that nobody can make without the secret, which only this tab has. */
async function createState(tokenId: string, stateSecret: string): Promise<string> {
  return await calculatePKCECodeChallenge(`${tokenId} ${stateSecret}`);
}
