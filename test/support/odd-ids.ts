/**
 * Path segments that are never valid ids, percent-encoded. A literal `..` in a URL never reaches a server.
 */
export const ODD_IDS: [label: string, segment: string][] = [
  ['nobody has given away', 'unknown'],
  ['with a separator of keys', 'a%23DRAFT'],
  ['with a slash', 'a%2Fb'],
  ['of two dots and a slash', '..%2F..'],
  ['of 200 characters', 'x'.repeat(200)],
  ['of 5,000 characters', 'x'.repeat(5_000)],
  ['with a NUL', 'a%00b'],
  ['of a space', '%20'],
  ['of an emoji', '%F0%9F%98%80'],
  ['of an own key of objects', '__proto__'],
];
