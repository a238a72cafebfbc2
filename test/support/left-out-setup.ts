import { beforeEach, type RunnerTestCase } from 'vitest';
import { findLeftOut, readLeftOutTests } from './left-out-tests.ts';

/*
 * Turns the tests listed in the module LEFT_OUT_TESTS into expected failures. Unlike skipped tests, they are
 * reported if they pass.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test cannot pass on this target. */
    leftOut?: string;
  }
}

const file = process.env.LEFT_OUT_TESTS;
if (file) {
  const list = await readLeftOutTests(file);
  beforeEach(({ task, skip }) => {
    const leftOut = findLeftOut(list, toFullName(task));
    if (!leftOut) return;
    task.meta.leftOut = leftOut.reason;
    if (leftOut.isUnstable) skip(leftOut.reason);
    // Vitest reads this only after the test, so it can be set here, although its type forbids it.
    Object.assign(task, { fails: true });
  });
}

/** The name as reporters show it: suites and test, without the file. */
function toFullName(task: RunnerTestCase): string {
  const names = [task.name];
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ');
}
