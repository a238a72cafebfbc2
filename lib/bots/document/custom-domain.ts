/** Matches a host name with a top-level domain and an optional path: `bot.example.com/welcome`. */
export const CUSTOM_DOMAIN = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,}(\/[\w-]+)*\/?$/;
export const CUSTOM_DOMAIN_RULE =
  'Must be a host name such as bot.example.com, optionally followed by a path';
/** A DNS name has at most 253 characters; the rest is room for the path. */
export const MAX_CUSTOM_DOMAIN_CHARS = 500;

/** Whether the value is a bot's custom domain, as the schema of a bot demands. */
export function isCustomDomain(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_CUSTOM_DOMAIN_CHARS && CUSTOM_DOMAIN.test(value);
}

/** Returns the host name of a bot's custom domain, in lower case. */
export function getDomainHost(customDomain: string): string {
  return customDomain.toLowerCase().replace(/\/.*$/, '');
}

/** Whether the site itself has the address, so that no bot's page can: `/v1/…`, `/_assets/…`. */
export function hasReservedPath(customDomain: string): boolean {
  return /^[^/]*\/(api|v\d+|_assets|_preview|_preview-frame)(\/|$)/i.test(customDomain);
}
