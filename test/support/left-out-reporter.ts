import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { findUnmatched, type LeftOutTests, readLeftOutTests } from './left-out-tests.ts';

/**
 * Lists the tests that were left out, by reason. Fails the run if the list is out of date, because a listed
 * test passes or an entry matches no test.
 */
export default class LeftOutReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const file = process.env.LEFT_OUT_TESTS;
    if (!file) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const lines = describe(await readLeftOutTests(file), tests);
    console.log(`\n${lines.summary.join('\n')}\n`);
    if (lines.complaints.length === 0) return;
    console.error(`${lines.complaints.join('\n')}\n`);
    process.exitCode = 1;
  }
}

function describe(list: LeftOutTests[], tests: TestCase[]): { summary: string[]; complaints: string[] } {
  const leftOut = tests.filter((test) => test.meta().leftOut !== undefined);
  const count = (reason: string) => leftOut.filter((test) => test.meta().leftOut === reason).length;
  const worksAfterAll = leftOut.filter((test) => test.result().state === 'failed');
  const unmatched = findUnmatched(
    list,
    tests.map(({ fullName }) => fullName),
  );
  return {
    summary: [
      `${leftOut.length} of the tests cannot pass here:`,
      ...list.map(({ reason }) => `${String(count(reason)).padStart(5)}  ${reason}`),
    ],
    complaints: [
      ...worksAfterAll.map(({ fullName }) => `Listed as left out, but passes: ${fullName}`),
      ...unmatched.map((entry) => `Listed as left out, but matches no test: ${entry}`),
    ],
  };
}
