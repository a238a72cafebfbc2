/** Converts key-value pairs to an object. Pairs without a key or a value are dropped. */
export function fillPairs(
  pairs: readonly { key?: string | undefined; value?: string | undefined }[],
): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(({ key, value }) => (key && value !== undefined ? [[key, value]] : [])),
  );
}
