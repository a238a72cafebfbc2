/** A request on its way, as far as redirects change it. */
export type Hop = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
};

/** Half of what the fetch standard allows: each one costs the turn a connection. */
export const MAX_REDIRECTS = 10;

const BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type'];
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** Where an answer sends the request to; undefined where it is an answer. */
export function redirectTarget(status: number, location: string | undefined): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? location : undefined;
}

/** The next request: as the fetch standard has it (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
export function redirected(hop: Hop, status: number, url: URL): Hop {
  const isRead = hop.method === 'GET' || hop.method === 'HEAD';
  const becomesGet = status === 303 ? !isRead : (status === 301 || status === 302) && hop.method === 'POST';
  const dropped = [
    ...(becomesGet ? BODY_HEADERS : []),
    // Secrets and the name of the host were meant for the first one.
    ...(url.origin === hop.url.origin ? [] : ORIGIN_HEADERS),
  ];
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped.includes(name))),
    body: becomesGet ? undefined : hop.body,
  };
}
