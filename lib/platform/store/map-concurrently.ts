import pLimit from 'p-limit';

/**
 * Calls `map` for every item, with at most `concurrency` calls at a time, and returns the results in the order
 * of `items`. Rejects with the first error and starts no further calls after it.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = pLimit(concurrency);
  return await limit.map(items, async (item) => {
    try {
      return await map(item);
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  });
}
