import { domainToASCII } from 'node:url';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import { isHostName } from '#lib/platform/store/keys.ts';

export const DOMAIN_NAME_RULE = 'Must be a host name such as offers.example.com, without a path or a port';

/** Labels with dots between them. Which labels there are depends on Unicode, and is checked when the name becomes punycode. */
export const DOMAIN_NAME_FORM = /^\s*[^\s/:@?#%\\.]+(\.[^\s/:@?#%\\.]+)+\s*$/;

/**
 * Returns a host name as it is stored: in lower case, and with letters beyond ASCII as punycode.
 *
 * @throws BAD_REQUEST if the text is not a host name with a top-level domain
 */
export function parseDomainName(text: string): string {
  const name = toDomainName(text);
  if (name === undefined) throw badRequest('name', DOMAIN_NAME_RULE);
  return name;
}

/** @returns undefined if the text is not a host name */
export function toDomainName(text: string): string | undefined {
  // domainToASCII is lenient: it drops tabs, and takes numbers for addresses.
  if (!DOMAIN_NAME_FORM.test(text)) return undefined;
  const name = domainToASCII(text.trim());
  return isHostName(name) ? name : undefined;
}
