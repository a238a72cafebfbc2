import { isIP } from 'node:net';
import * as z from 'zod';

/** An IP address, or a network of them in CIDR notation. */
const FORM = /^([\da-f.:]+?)(?:\/(0|[1-9]\d{0,2}))?$/i;

/** AWS WAF has sets of addresses for each version of IP. */
export function isIpv6(network: string): boolean {
  return network.includes(':');
}

/**
 * Text of an IP address or a CIDR, completed to a CIDR and in its shortest form, as AWS WAF takes it:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_IPSet.html
 */
export const networkAddress = z.string().transform((text, context) => {
  const parsed = parseNetwork(text);
  if ('network' in parsed) return parsed.network;
  context.issues.push({ code: 'custom', message: parsed.error, input: text });
  return z.NEVER;
});

function parseNetwork(text: string): { network: string } | { error: string } {
  const [, address = '', prefix] = FORM.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = Number(prefix ?? bits);
  if (version === 0 || length > bits) {
    return { error: 'Expected an IP address or a CIDR such as 203.0.113.0/24 or 2001:db8::/48' };
  }
  if (length === 0) return { error: 'AWS WAF takes no CIDR of all addresses' };
  const shortest = version === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
  // AWS WAF compares IPv4 and IPv6 addresses separately, so this one would match nobody.
  if (shortest.startsWith('::ffff:')) return { error: 'Write an IPv4 address as such, not in IPv6' };
  // Otherwise a mistyped length would let in a whole network.
  if (toNumber(shortest) % 2n ** BigInt(bits - length) !== 0n) {
    return { error: `Expected the first address of the network, or one address without /${length}` };
  }
  return { network: `${shortest}/${length}` };
}

function toNumber(address: string): bigint {
  if (!isIpv6(address)) {
    return address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n);
  }
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].reduce((number, group) => number * 65_536n + BigInt(`0x${group}`), 0n);
}
