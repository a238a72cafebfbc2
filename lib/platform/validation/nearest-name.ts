/** Longer names are not typing errors. Also bounds the work, which grows with the square of the length. */
const MAX_NAME_CHARS = 60;

/** Typing errors that a name of this length may have: one in three characters, and never every one of them. */
const maxEdits = (name: string) => Math.max(1, Math.floor(name.length / 3));

/** Returns the known name that was probably meant, in any case. Undefined if none is similar. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const lowerCase = name.toLowerCase();
  const candidates = known
    .map((candidate) => ({ candidate, edits: countEdits(lowerCase, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= maxEdits(candidate))
    .sort((a, b) => a.edits - b.edits);
  return candidates[0]?.candidate;
}

/** The number of characters to insert, remove, replace or swap with their neighbour. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
