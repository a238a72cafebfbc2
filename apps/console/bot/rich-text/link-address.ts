import { hasScheme, LINK_SCHEMES } from '#apps/window/link-schemes.ts';

const VARIABLE = /\{\{[^{}]*\}\}/g;

/**
 * Says why a bot's window would not follow a link. The window decides as well, once variables have their values, so an address
 * that begins with a variable passes here.
 *
 * @returns undefined for an address that it follows
 */
export function describeAddressProblem(address: string): string | undefined {
  const text = address.trim();
  if (text.startsWith('{{') || /^\/(?!\/)/.test(text)) return undefined;
  const sample = text.replace(VARIABLE, 'x');
  const absolute = hasScheme(sample) ? sample : `https://${sample}`;
  if (URL.canParse(absolute) && LINK_SCHEMES.has(new URL(absolute).protocol)) return undefined;
  return hasScheme(sample)
    ? 'Links lead to http, https, mailto, tel or sms addresses.'
    : 'This is not an address.';
}

/** Tells whether an address from elsewhere may become a link: absolute, as its page is not there to complete it. */
export function isPastableAddress(address: string): boolean {
  return hasScheme(address) && describeAddressProblem(address) === undefined;
}
