import { HttpFailure } from '#lib/engine/model/ports.ts';

/** One request in a chain of redirects, with everything that a redirect may change. */
export type Hop = {
  url: URL;
  method: string;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  /** Names of headers that hold a credential, in lower case. */
  secretHeaders: ReadonlySet<string>;
  /** Whether the body holds a credential. */
  hasSecretBody: boolean;
};

/** Half of what the fetch standard allows, because each redirect costs the turn a connection. */
export const MAX_REDIRECTS = 10;

const BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type'];

/**
 * Authors put credentials into headers of any name. Most names give them away: x-api-key, xc-token,
 * x-session-id.
 */
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|signature|token/;

/** Where a response redirects the request to. Undefined if it does not redirect. */
export function redirectTarget(status: number, location: string | undefined): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? location : undefined;
}

/**
 * The next request, as in the fetch standard (https://fetch.spec.whatwg.org/#http-redirect-fetch).
 * Credentials are not sent to another origin.
 *
 * @throws HttpFailure if the body holds a credential and would have to be sent to another origin
 */
export function redirected(hop: Hop, status: number, url: URL): Hop {
  const isRead = hop.method === 'GET' || hop.method === 'HEAD';
  const becomesGet = status === 303 ? !isRead : (status === 301 || status === 302) && hop.method === 'POST';
  const isElsewhere = url.origin !== hop.url.origin;
  const body = becomesGet ? undefined : hop.body;
  if (isElsewhere && body && hop.hasSecretBody) {
    throw new HttpFailure('failed', 'Redirect to another origin refused: the body holds a credential');
  }
  const isDropped = (name: string) =>
    (becomesGet && BODY_HEADERS.includes(name)) ||
    (isElsewhere && (name === 'host' || hop.secretHeaders.has(name) || SECRET_NAME.test(name)));
  return {
    ...hop,
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !isDropped(name))),
    body,
  };
}
