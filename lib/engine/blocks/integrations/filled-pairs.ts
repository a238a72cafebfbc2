/** Pairs of an option as an object. Pairs without a key or a value are left out. */
export function filledPairs(
  pairs: readonly { key?: string | undefined; value?: string | undefined }[],
): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(({ key, value }) => (key && value !== undefined ? [[key, value]] : [])),
  );
}
