import { isSameJson } from '#lib/platform/json/same-json.ts';

/** Longer than what `bots move` takes for an address, which ends before punctuation. */
const ADDRESS = /https?:\/\/[^\s"'`<>\\]+/gi;

/**
 * Tells whether values are the same apart from addresses in their texts. An import may replace nothing else: a result
 * that can be rewritten proves nothing.
 *
 * @example
 * isSameBesidesAddresses('see https://a.example/x.png', 'see https://b.example/y.png'); // true
 * isSameBesidesAddresses('yes', 'no'); // false
 */
export function isSameBesidesAddresses(one: unknown, other: unknown): boolean {
  return isSameJson(removeAddresses(one), removeAddresses(other));
}

function removeAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDRESS, 'https://');
  return Array.isArray(value) ? value.map(removeAddresses) : value;
}
