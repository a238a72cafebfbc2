import { getHost } from './address-guard.ts';
import { httpPort } from './http-port.ts';
import { parseLoopbackHosts, parsePrivateHosts } from './private-hosts.ts';
import { recordHttp } from './recorded-http.ts';

const TIMEOUT_MS = 5_000;

/** Metadata and keys of a provider have a few kilobytes. */
const MAX_ISSUER_BODY_BYTES = 256 * 1024;

/**
 * Returns a function that reads addresses of an identity provider, as `fetch` does, through the guard against requests to
 * private networks. The operator has named the issuer, so its own host may be private. Other hosts that its metadata name
 * may not.
 */
export function createIssuerFetch(issuer: string): (url: string) => Promise<Response> {
  const host = getHost(new URL(issuer));
  const http = recordHttp(
    httpPort({
      privateHosts: new Set([...parsePrivateHosts(process.env.HTTP_PRIVATE_HOSTS), host]),
      loopbackHosts: parseLoopbackHosts({ ...process.env, HTTP_PRIVATE_HOSTS: host }),
      maxBodyBytes: MAX_ISSUER_BODY_BYTES,
      // One could lead to another provider's keys, or to http, where anybody on the way can replace them.
      maxRedirects: 0,
    }),
  );
  return async (url) => {
    const headers = { accept: 'application/json' };
    const response = await http({ url, method: 'GET', headers, timeoutMs: TIMEOUT_MS });
    return new Response(new Uint8Array(response.body), {
      status: response.status,
      headers: response.headers,
    });
  };
}
