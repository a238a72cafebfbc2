import { describe, expect, it } from 'vitest';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

describe('mapConcurrently', () => {
  it('preserves order and respects the concurrency limit', async () => {
    let [underWay, most] = [0, 0];
    const items = Array.from({ length: 20 }, (_, index) => index);
    const mapped = await mapConcurrently(items, 3, async (item) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, (20 - item) % 4));
      underWay--;
      return item * 2;
    });
    expect(mapped).toStrictEqual(items.map((item) => item * 2));
    expect(most).toBe(3);
  });

  it('starts nothing new after a failure', async () => {
    const begun: number[] = [];
    const failing = mapConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('two');
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await expect(failing).rejects.toThrow('two');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun).toStrictEqual([1, 2]);
  });

  it('maps an empty list to an empty list', async () => {
    expect(await mapConcurrently([], 5, async () => 1)).toStrictEqual([]);
  });
});
