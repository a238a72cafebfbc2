import { HttpRequestError } from '#lib/engine/model/ports.ts';

/** One request in a chain of redirects. */
export type Hop = {
  url: URL;
  method: string;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  /** Names of headers that contain credentials, in lower case. */
  secretHeaders: ReadonlySet<string>;
  /** Whether the body contains a credential. */
  hasSecretBody: boolean;
};

/** Half of the fetch standard's limit, because each redirect costs the turn another connection. */
export const MAX_REDIRECTS = 10;

const BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type'];

/**
 * Authors put credentials into custom headers, most of which are recognizable by name: x-api-key, xc-token,
 * x-session-id.
 */
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|signature|token/;

/** Returns the target of a redirect. Undefined if the response is not a redirect. */
export function redirectTarget(status: number, location: string | undefined): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? location : undefined;
}

/**
 * Builds the request that follows a redirect, as specified by fetch
 * (https://fetch.spec.whatwg.org/#http-redirect-fetch). Strips credentials if the origin changes.
 *
 * @throws HttpRequestError if the body contains a credential and would have to be sent to another origin
 */
export function redirectHop(hop: Hop, status: number, url: URL): Hop {
  const isRead = hop.method === 'GET' || hop.method === 'HEAD';
  const becomesGet = status === 303 ? !isRead : (status === 301 || status === 302) && hop.method === 'POST';
  const isElsewhere = url.origin !== hop.url.origin;
  const body = becomesGet ? undefined : hop.body;
  if (isElsewhere && body && hop.hasSecretBody) {
    throw new HttpRequestError(
      'failed',
      'Redirect to another origin refused: the body contains a credential',
    );
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
