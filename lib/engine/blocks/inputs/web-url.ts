import isUrlModule from 'validator/lib/isURL.js';

// This CommonJS module has its function as `default`, whether it is bundled or not.
const isUrl = isUrlModule.default;

const WEB_URL = { protocols: ['http', 'https'], validate_length: false };

/**
 * Whether a text is the address of a web page: `http`, `https` or no scheme at all, and a host with a
 * top-level domain or an IP address. There is no limit to its length, because addresses are often signed.
 */
export function isWebUrl(text: string): boolean {
  return isUrl(text, WEB_URL);
}

/**
 * Like `isWebUrl`, for a file. It needs a scheme, and may be on this machine, where files are in development.
 */
export function isFileUrl(text: string): boolean {
  const options = { ...WEB_URL, require_protocol: true };
  return (
    isUrl(text, options) || isUrl(text, { ...options, require_tld: false, host_whitelist: ['localhost'] })
  );
}
