/** Schemes of links that a bot's window follows. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);

/** Tells whether an address begins with a scheme. `shop.example:8080` begins with a host and its port. */
export function hasScheme(address: string): boolean {
  return /^(?:tel|sms):|^[a-z][a-z\d+.-]*:(?!\d)/i.test(address);
}
