import { expect } from 'vitest';

/** Factor by which the large input's cost may exceed linear growth. Quadratic work far exceeds it. */
const TOLERANCE = 4;

/** Costs below this are mostly noise. */
const SMALLEST_COST_MS = 2;

/**
 * Expects a computation to take linear time. Compares the CPU time of two input sizes, so that the result depends
 * neither on the machine's speed nor on its load.
 *
 * @param run runs the computation on an input of the given size
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

/** Returns the lowest CPU time of three runs, so that a garbage collection does not count. */
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
