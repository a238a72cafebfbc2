import { loadPackage } from '#lib/platform/validation/load-package.ts';

const WEB_URL = { protocols: ['http', 'https'], validate_length: false };

/**
 * Checks for a web URL: `http`, `https` or no scheme, and a host that has a top-level domain or is an IP
 * address. The length is not limited, because signed URLs can be long.
 */
export function isWebUrl(text: string): boolean {
  return loadIsUrl()(text, WEB_URL);
}

/**
 * Like `isWebUrl`, for files. Requires a scheme, and allows localhost, where files are stored in development.
 */
export function isFileUrl(text: string): boolean {
  const isUrl = loadIsUrl();
  const options = { ...WEB_URL, require_protocol: true };
  return (
    isUrl(text, options) || isUrl(text, { ...options, require_tld: false, host_whitelist: ['localhost'] })
  );
}

function loadIsUrl() {
  return loadPackage('validator/lib/isURL.js') as typeof import('validator/lib/isURL.js')['default'];
}
