import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { type AddressRules, getHost, hostRefusal, refusalOfAddress } from './address-guard.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Limit of RFC 1035, dots included. */
const MAX_HOST_CHARS = 255;

/** Resolves host names with the operating system's resolver. */
export const resolveHost: Resolve = (host) => lookup(host, { all: true });

/**
 * Resolves a URL's host and checks every address. Callers must connect to these addresses instead of resolving
 * the name again, because a second lookup could return different ones (DNS rebinding).
 *
 * @param text the URL as written, before parsing
 * @throws HttpRequestError of kind "refused" if the host has no address or one that is not allowed
 */
export async function resolveGuardedAddresses(
  url: URL,
  text: string,
  rules: AddressRules,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  if (url.hostname.length > MAX_HOST_CHARS) throw new HttpRequestError('refused', 'Invalid URL format');
  const refusal = hostRefusal(url, text, rules);
  if (refusal !== undefined) throw new HttpRequestError('refused', refusal);
  const host = getHost(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolve(host).catch((error: unknown) => {
    throw new HttpRequestError('refused', error instanceof Error ? error.message : `No address for ${host}`, {
      cause: error,
    });
  });
  if (addresses.length === 0) throw new HttpRequestError('refused', `getaddrinfo ENOTFOUND ${host}`);
  for (const { address } of addresses) {
    const reason = refusalOfAddress(address, url, rules);
    if (reason !== undefined) throw new HttpRequestError('refused', reason);
  }
  return addresses;
}

/** Creates a lookup function that always returns these addresses. */
export function pinnedLookup(addresses: LookupAddress[]): LookupFunction {
  return (host, options, callback) => {
    if (options.all) {
      callback(null, addresses);
      return;
    }
    const [first] = addresses;
    if (first) callback(null, first.address, first.family);
    else callback(new Error(`No address for ${host}`), '', 0);
  };
}
