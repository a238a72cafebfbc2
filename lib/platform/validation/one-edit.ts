/**
 * Whether a name becomes the other by inserting, removing or replacing one character, by swapping two neighbours, or by
 * changing case alone. Takes a time that grows with the shorter name, so it suits names that anyone may send.
 */
export function isOneEditAway(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1) return false;
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const unread = Math.min(a.length, b.length) - start;
  while (end < unread && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0];
  return isSwapped || (inA.length <= 1 && inB.length <= 1);
}
