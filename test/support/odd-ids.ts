/**
 * Percent-encoded path segments that match no id. Excludes a literal `..`, which clients resolve before sending.
 */
export const ODD_IDS: [label: string, segment: string][] = [
  ['that does not exist', 'unknown'],
  ['with a key separator', 'a%23DRAFT'],
  ['with a slash', 'a%2Fb'],
  ['of two dots and a slash', '..%2F..'],
  ['of 200 characters', 'x'.repeat(200)],
  ['of 5,000 characters', 'x'.repeat(5_000)],
  ['with a NUL', 'a%00b'],
  ['of a space', '%20'],
  ['of an emoji', '%F0%9F%98%80'],
  ['of __proto__', '__proto__'],
];
