/** A host name with a top-level domain, optionally followed by a path: `bot.example.com/welcome`. */
export const CUSTOM_DOMAIN = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,}(\/[\w-]+)*\/?$/;
export const CUSTOM_DOMAIN_RULE = 'Only a host name such as bot.example.com, optionally followed by a path';
/** A DNS name has at most 253 characters. The rest is for the path. */
export const MAX_CUSTOM_DOMAIN_CHARS = 500;
