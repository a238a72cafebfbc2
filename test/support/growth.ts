import { expect } from 'vitest';

/** How much the cost of the large input may exceed proportional growth. Quadratic work exceeds it by far. */
const TOLERANCE = 4;

/** A cost below this says more about the machine than about the code. */
const SMALLEST_COST_MS = 2;

/**
 * Expects linear growth. It compares the CPU time of two sizes with each other and never with a fixed number,
 * because other work on the machine hardly changes CPU time.
 *
 * @param run the computation, for an input of the given size
 */
export async function expectLinear(
  run: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<void> {
  const [smallMs, largeMs] = [await lowestCpuMs(() => run(small)), await lowestCpuMs(() => run(large))];
  const proportion = large / small;
  expect(
    largeMs / Math.max(smallMs, SMALLEST_COST_MS),
    `cost of ${large} against ${small}: ${largeMs.toFixed(1)} ms against ${smallMs.toFixed(1)} ms of CPU`,
  ).toBeLessThan(TOLERANCE * proportion);
}

/** The lowest of three runs, so that one garbage collection does not count. */
export async function lowestCpuMs(task: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(...costs);
}
