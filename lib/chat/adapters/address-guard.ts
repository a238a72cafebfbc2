import type ipaddr from 'ipaddr.js';
import { loadPackage } from '#lib/platform/validation/load-package.ts';
import { once } from '#lib/platform/validation/once.ts';

/*
 * Protects against server-side request forgery: bot authors choose the URLs, so requests must not reach the
 * service's own network. Only globally reachable unicast addresses are allowed. Every other range, known or
 * not, is refused.
 */

export type AddressRules = {
  /**
   * Exact host names, in lower case, that may resolve to private addresses (RFC 1918), such as services in the
   * operator's own network.
   */
  privateHosts: ReadonlySet<string>;
  /** Exact host names, in lower case, that may resolve to loopback addresses. */
  loopbackHosts?: ReadonlySet<string>;
  /** Allowed ports on loopback addresses, for servers started by tests. */
  loopbackPorts?: ReadonlySet<number>;
};

/** Returns why a host is refused by name alone. Undefined if that depends on its addresses. */
export function hostRefusal(url: URL, text: string, rules: AddressRules): string | undefined {
  const host = getHost(url);
  if (isLocalhost(host)) return rules.loopbackHosts?.has(host) ? undefined : refusal('localhost');
  if (METADATA_HOSTS.has(host)) return refusal('cloud metadata services');
  if (!loadIpaddr().isValid(host)) return undefined;
  // URL parsers accept 2852039166, 0xa9fea9fe and 0251.0376.0251.0376 as IPv4 addresses, but these forms have
  // no legitimate use.
  if (loadIpaddr().IPv4.isValid(host) && getWrittenHost(text) !== host) {
    return refusalOfAddress(host, url, { privateHosts: new Set() }) ?? refusal('numeric forms of addresses');
  }
  return refusalOfAddress(host, url, rules);
}

/** Returns why a resolved address is refused. Undefined if it is allowed. */
export function refusalOfAddress(address: string, url: URL, rules: AddressRules): string | undefined {
  const ip = publicForm(loadIpaddr().parse(address));
  const range = ip.range();
  if (range === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalIpv6()))) return undefined;
  if (range === 'private' && rules.privateHosts.has(getHost(url))) return undefined;
  if (range === 'loopback' && rules.loopbackHosts?.has(getHost(url))) return undefined;
  if (range === 'loopback' && rules.loopbackPorts?.has(getPort(url))) return undefined;
  return refusal(rangeText(ip));
}

/** Returns the host in lower case, without IPv6 brackets and without the trailing dot of an FQDN. */
export function getHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
}

/** Tells whether a host is `localhost`, a name under it or a literal loopback address. */
export function isLoopbackHost(host: string): boolean {
  return (
    isLocalhost(host) ||
    (loadIpaddr().isValid(host) && publicForm(loadIpaddr().parse(host)).range() === 'loopback')
  );
}

/** RFC 6761, section 6.3, also reserves all names under `.localhost`. */
function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function getPort(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

const METADATA_HOSTS = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

type Address = ReturnType<typeof ipaddr.parse>;

const loadIpaddr = once(() => loadPackage('ipaddr.js') as typeof ipaddr);

/**
 * The only IPv6 unicast range that is currently allocated:
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const globalIpv6 = once(() => loadIpaddr().parseCIDR('2000::/3'));
const nat64 = once(() => loadIpaddr().parseCIDR('64:ff9b::/96'));
const sixToFour = once(() => loadIpaddr().parseCIDR('2002::/16'));

/** Unwraps an IPv4 address embedded in an IPv6 address: mapped, NAT64 (RFC 6052) or 6to4 (RFC 3056). */
function publicForm(ip: Address): Address {
  if (!(ip instanceof loadIpaddr().IPv6)) return ip;
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address();
  const bytes = ip.toByteArray();
  if (ip.match(nat64())) return loadIpaddr().fromByteArray(bytes.slice(12));
  if (ip.match(sixToFour())) return loadIpaddr().fromByteArray(bytes.slice(2, 6));
  return ip;
}

function rangeText(ip: Address): string {
  const names: [string, string][] = ip.kind() === 'ipv4' ? IPV4_RANGES : IPV6_RANGES;
  const found = names.find(([cidr]) => ip.match(loadIpaddr().parseCIDR(cidr)));
  return found ? `${found[1]} (${found[0]})` : `${ip.range()} addresses`;
}

const IPV4_RANGES: [string, string][] = [
  ['127.0.0.0/8', 'loopback addresses'],
  ['169.254.0.0/16', 'link-local addresses'],
  ['10.0.0.0/8', 'private addresses'],
  ['172.16.0.0/12', 'private addresses'],
  ['192.168.0.0/16', 'private addresses'],
  ['0.0.0.0/8', 'unspecified addresses'],
  ['100.64.0.0/10', 'carrier-grade NAT addresses'],
  ['255.255.255.255/32', 'broadcast addresses'],
  ['224.0.0.0/4', 'multicast addresses'],
  // TEST-NET-1 to 3, RFC 5737.
  ['192.0.2.0/24', 'documentation addresses'],
  ['198.51.100.0/24', 'documentation addresses'],
  ['203.0.113.0/24', 'documentation addresses'],
];

const IPV6_RANGES: [string, string][] = [
  ['::/128', 'IPv6 unspecified address'],
  ['::1/128', 'IPv6 loopback address'],
  ['fe80::/10', 'IPv6 link-local addresses'],
  ['fc00::/7', 'IPv6 unique local addresses'],
  ['ff00::/8', 'IPv6 multicast addresses'],
];

function refusal(what: string): string {
  return `Access to ${what} is not allowed for security reasons.`;
}

/** Extracts the host exactly as written, before URL parsing normalizes it. */
function getWrittenHost(text: string): string | undefined {
  const authority = /^\s*[a-z]+:[/\\]*([^/?#\\]*)/i.exec(text)?.[1];
  return authority
    ?.slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*\s*$/, '')
    .trim();
}
