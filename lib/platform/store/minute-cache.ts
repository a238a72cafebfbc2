import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;

/**
 * Creates a cache for what other instances may change. It forgets every value after a minute, so a change is noticed
 * by then, and the least recently used values beyond `max`.
 *
 * @param nowMs the wall clock by default, because it goes on while Lambda has frozen the instance
 */
export function createMinuteCache<V extends object>(
  max: number,
  nowMs = () => Date.now(),
): LRUCache<string, V> {
  return new LRUCache({
    max,
    ttl: MINUTE_MS,
    perf: { now: nowMs },
    // Otherwise the time is remembered until a timer fires, and no timer fires while the instance is frozen.
    ttlResolution: 0,
  });
}
