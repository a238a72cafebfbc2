/** Matches a host name with a top-level domain and an optional path: `bot.example.com/welcome`. */
export const CUSTOM_DOMAIN = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,}(\/[\w-]+)*\/?$/;
export const CUSTOM_DOMAIN_RULE =
  'Must be a host name such as bot.example.com, optionally followed by a path';
/** A DNS name has at most 253 characters; the rest is room for the path. */
export const MAX_CUSTOM_DOMAIN_CHARS = 500;
