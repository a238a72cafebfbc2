/**
 * Returns a function that calls `build` once, on first use, and then always returns its result. Meant for
 * schemas that a function may never use: building those of bots and block options took a fifth of a function's
 * loading time.
 *
 * @example
 * const getNameSchema = once(() => z.string().max(100));
 * getNameSchema().parse('Ada'); // 'Ada'
 * getNameSchema() === getNameSchema(); // true
 */
export function once<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
