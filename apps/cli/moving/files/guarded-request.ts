import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressRules } from '#lib/chat/adapters/address-guard.ts';
import { pinnedLookup, resolveGuardedAddresses, resolveHost } from '#lib/chat/adapters/guarded-address.ts';
import { type Hop, redirectHop, redirectTarget } from '#lib/chat/adapters/http-redirect.ts';
import { parseLoopbackHosts, parsePrivateHosts } from '#lib/chat/adapters/private-hosts.ts';

export type GuardedRequest = {
  url: URL;
  method: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  /**
   * Origins that may be in a private network, because whoever moves has named them. Anybody else's address must not lead
   * to one by a redirect.
   */
  trustedOrigins: ReadonlySet<string>;
  signal: AbortSignal;
};

/** A store redirects to a presigned address, and perhaps once before. */
const MAX_REDIRECTS = 5;
/** A connection on which nothing comes. */
const IDLE_MS = 60_000;

/**
 * Requests a file whose address may be anybody's: answers have what respondents sent. The body is not read yet.
 *
 * @throws HttpRequestError, Error
 */
export async function sendGuarded(request: GuardedRequest): Promise<IncomingMessage> {
  const { method, headers = {} } = request;
  let hop: Hop = {
    url: request.url,
    method,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'bots-move', ...headers },
    body: undefined,
    secretHeaders: new Set(['authorization']),
    hasSecretBody: false,
  };
  let isTrusted = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    isTrusted &&= request.trustedOrigins.has(hop.url.origin);
    const response = await sendHop(hop, isTrusted, request.signal);
    const status = response.statusCode ?? 0;
    const target = redirectTarget(status, response.headers.location);
    if (target === undefined) return response;
    response.destroy();
    const url = URL.parse(target, hop.url.href);
    if (!url) throw new Error('redirects to an invalid address');
    hop = redirectHop(hop, status, url);
  }
  throw new Error(`redirects more than ${MAX_REDIRECTS} times`);
}

async function sendHop(hop: Hop, isTrusted: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const { url } = hop;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('redirects to no web address');
  const addresses = await resolveGuardedAddresses(url, url.href, getRules(url, isTrusted), resolveHost);
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: hop.method,
      headers: hop.headers,
      agent: false,
      lookup: pinnedLookup(addresses),
      signal,
    });
    request.setTimeout(IDLE_MS, () =>
      request.destroy(new Error(`sends nothing for ${IDLE_MS / 1_000} seconds`)),
    );
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('closes the connection without a response')));
    request.end();
  });
}

function getRules(url: URL, isTrusted: boolean): AddressRules {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const named = isTrusted ? [host] : [];
  return {
    privateHosts: new Set([...parsePrivateHosts(process.env.HTTP_PRIVATE_HOSTS), ...named]),
    loopbackHosts: new Set([...parseLoopbackHosts(process.env), ...named]),
  };
}
