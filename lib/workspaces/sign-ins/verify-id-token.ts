import { createHash } from 'node:crypto';
import type { createRemoteJWKSet, errors, JWTPayload } from 'jose';
import { allowInsecureRequests, customFetch, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Signatures with a key pair only. With `HS256`, the provider's public key could be taken for a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Maximum age of an ID token, in seconds: people come back from the provider at once. */
export const MAX_ID_TOKEN_AGE_SECONDS = 10 * 60;

/** How far the provider's clock may differ from this one, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Sends a GET request to an address of the provider. */
export type IssuerFetch = (url: string) => Promise<Response>;

export type VerifiedClaims = JWTPayload & { sub: string };

/** The provider's keys. Functions keep them while they are warm, and `jose` loads them again after ten minutes. */
const keySets = new Map<string, LoadedKeySet>();

type LoadedKeySet = {
  keySet: Promise<ReturnType<typeof createRemoteJWKSet>>;
  /** Epoch milliseconds from which it is loaded again. */
  loadAgainAtMs: number;
};

/** A provider may move its keys, and a function can be warm for days. */
const METADATA_KEPT_MS = 60 * 60 * 1_000;

/** How long nobody asks again after a failure: anybody can send ID tokens, and the provider may be down. */
const PAUSE_AFTER_FAILURE_MS = 10_000;

/**
 * Verifies an ID token: signature, algorithm, issuer, audience, times, and that it was issued for the browser that sends
 * it. The browser keeps a random nonce to itself and sends only its digest to the provider, so an ID token that somebody
 * else gets hold of is worth nothing.
 *
 * @param nonce whose SHA-256, in base64url, is the token's claim `nonce`
 * @throws BAD_REQUEST with the reason, SERVICE_UNAVAILABLE if the provider's keys could not be read
 */
export async function verifyIdToken(
  { idToken, nonce }: { idToken: string; nonce: string },
  { issuer, clientId }: Pick<SignInSettings, 'issuer' | 'clientId'>,
  fetchFromIssuer: IssuerFetch,
): Promise<VerifiedClaims> {
  const keySet = await loadKeySet(issuer, fetchFromIssuer);
  const { errors, jwtVerify } = await import('jose');
  const { payload } = await jwtVerify(idToken, keySet, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    maxTokenAge: MAX_ID_TOKEN_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
  }).catch((error: unknown) => {
    const reason = describeRefusal(error, errors);
    throw reason === undefined ? createUnavailableError(error) : createRefusal(reason);
  });
  const { sub, azp, aud, nonce: digest } = payload;
  if (typeof sub !== 'string' || sub === '') throw createRefusal('it has no subject');
  if (digest !== hashNonce(nonce))
    throw createRefusal('it was issued for another browser or another sign-in');
  // OpenID Connect Core, section 3.1.3.7: a token for several clients says which of them has asked for it.
  const isForSeveral = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? isForSeveral : azp !== clientId)
    throw createRefusal('another client has asked for it');
  return { ...payload, sub };
}

/** Returns the SHA-256 in base64url: what the browser sends to the provider in place of the nonce. */
export function hashNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url');
}

async function loadKeySet(issuer: string, fetchFromIssuer: IssuerFetch) {
  const kept = keySets.get(issuer);
  const loaded =
    kept && Date.now() < kept.loadAgainAtMs
      ? kept
      : { keySet: findKeySet(issuer, fetchFromIssuer), loadAgainAtMs: Date.now() + METADATA_KEPT_MS };
  keySets.set(issuer, loaded);
  try {
    return await loaded.keySet;
  } catch (error) {
    loaded.loadAgainAtMs = Math.min(loaded.loadAgainAtMs, Date.now() + PAUSE_AFTER_FAILURE_MS);
    throw createUnavailableError(error);
  }
}

/** Returns a function that fails without a request for a while after a failure. */
function pauseAfterFailure(fetchFromIssuer: IssuerFetch): IssuerFetch {
  let failed: { error: unknown; untilMs: number } | undefined;
  return async (url) => {
    if (failed && Date.now() < failed.untilMs) throw failed.error;
    try {
      const response = await fetchFromIssuer(url);
      if (!response.ok) throw new Error('The identity provider did not respond with its keys');
      return response;
    } catch (error) {
      failed = { error, untilMs: Date.now() + PAUSE_AFTER_FAILURE_MS };
      throw error;
    }
  };
}

async function findKeySet(issuer: string, fetchFromIssuer: IssuerFetch) {
  const response = await discoveryRequest(new URL(issuer), {
    [customFetch]: fetchFromIssuer,
    // The settings allow http only for a provider on this machine.
    [allowInsecureRequests]: issuer.startsWith('http:'),
  });
  const { issuer: named, jwks_uri: address } = await processDiscoveryResponse(new URL(issuer), response);
  if (named !== issuer) throw new Error('The metadata of the identity provider are those of another issuer');
  if (address === undefined) throw new Error('The identity provider does not say where its keys are');
  if (new URL(address).protocol !== new URL(issuer).protocol) {
    throw new Error("The address of the identity provider's keys is not secure");
  }
  const jose = await import('jose');
  return jose.createRemoteJWKSet(new URL(address), {
    [jose.customFetch]: pauseAfterFailure(fetchFromIssuer),
  });
}

/** Returns why the token is refused, with the claim but never its value. Undefined if the provider is to blame. */
function describeRefusal(error: unknown, jose: typeof errors): string | undefined {
  if (error instanceof jose.JWTExpired) return 'it has expired';
  if (error instanceof jose.JWTClaimValidationFailed) {
    return error.reason === 'missing'
      ? `it has no claim "${error.claim}"`
      : `its claim "${error.claim}" is not the expected one`;
  }
  if (error instanceof jose.JOSEAlgNotAllowed || error instanceof jose.JOSENotSupported) {
    return 'its signature algorithm is not allowed';
  }
  if (error instanceof jose.JWTInvalid || error instanceof jose.JWSInvalid) return 'it is malformed';
  const isSignedByAnother =
    error instanceof jose.JWSSignatureVerificationFailed ||
    error instanceof jose.JWKSNoMatchingKey ||
    error instanceof jose.JWKSMultipleMatchingKeys;
  return isSignedByAnother ? "its signature is not one of the identity provider's" : undefined;
}

function createRefusal(reason: string): ServiceError {
  return badRequest('idToken', `The ID token is not accepted: ${reason}`);
}

function createUnavailableError(cause: unknown): ServiceError {
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    'The identity provider cannot be reached; please try again',
    {
      retryAfterSeconds: 5,
      cause,
    },
  );
}
