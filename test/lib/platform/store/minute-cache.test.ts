import { describe, expect, it } from 'vitest';
import { createMinuteCache } from '#lib/platform/store/minute-cache.ts';

describe('a cache of a minute', () => {
  it('forgets a value after a minute, without waiting for a timer', () => {
    const clock = { nowMs: 1_000 };
    const cache = createMinuteCache<object>(5, () => clock.nowMs);
    cache.set('a', { of: 'a' });
    clock.nowMs += 59_999;
    expect(cache.get('a')).toStrictEqual({ of: 'a' });
    clock.nowMs += 2;
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts from the time at which the value was read', () => {
    const clock = { nowMs: 100_000 };
    const cache = createMinuteCache<object>(5, () => clock.nowMs);
    cache.set('a', {}, { start: 40_001 });
    expect(cache.has('a')).toBe(true);
    clock.nowMs += 2;
    expect(cache.has('a')).toBe(false);
  });

  it('does not live longer because it is read', () => {
    const clock = { nowMs: 1_000 };
    const cache = createMinuteCache<object>(5, () => clock.nowMs);
    cache.set('a', {});
    for (let second = 0; second < 60; second++) {
      expect(cache.get('a')).toStrictEqual({});
      clock.nowMs += 1_000;
    }
    clock.nowMs += 1;
    expect(cache.get('a')).toBeUndefined();
  });

  it('drops the least recently used value beyond its size', () => {
    const cache = createMinuteCache<object>(2);
    cache.set('a', {});
    cache.set('b', {});
    cache.get('a');
    cache.set('c', {});
    expect([...'abc'].map((key) => cache.has(key))).toStrictEqual([true, false, true]);
  });
});
