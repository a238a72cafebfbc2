/*
 * The names under which an operator serves bots. Functions at CloudFront's edge also use this, so it must only use what their
 * runtime has.
 */

/**
 * Whether a list of names has this one. An entry such as `*.example.com` stands for every name with one more label, as
 * it does in a certificate.
 *
 * @example
 * isListedDomain('offers.example.com', ['*.example.com']); // true
 */
export function isListedDomain(name: string, entries: readonly string[]): boolean {
  const above = name.replace(/^[^.]+/, '*');
  return entries.some((entry) => entry === name || entry === above);
}
