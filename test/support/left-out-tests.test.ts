import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Inside the repository, because the tests import vitest. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(root, 'node_modules/.cache-left-out-'));
  writeFileSync(
    path.join(folder, 'some.test.mjs'),
    `import { describe, expect, it } from 'vitest';
    describe('Suite', () => {
      it('passes', () => {});
      it('fails', () => expect(1).toBe(2));
    });`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test that passes and one that fails, with a list of tests that are left out. */
async function runTests(list: string) {
  writeFileSync(path.join(folder, 'list.mjs'), `export const LEFT_OUT_TESTS = ${list};`);
  writeFileSync(
    path.join(folder, 'vitest.config.mjs'),
    `export default { test: {
      root: ${JSON.stringify(folder)},
      include: ['*.test.mjs'],
      setupFiles: [${JSON.stringify(path.join(root, 'test/support/left-out-setup.ts'))}],
      reporters: ['default', ${JSON.stringify(path.join(root, 'test/support/left-out-reporter.ts'))}],
    } };`,
  );
  const { exitCode, stdout, stderr } = await runProgram(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      path.join(folder, 'vitest.config.mjs'),
    ],
    {
      cwd: folder,
      capture: true,
      env: { ...process.env, LEFT_OUT_TESTS: path.join(folder, 'list.mjs'), NO_COLOR: '1' },
    },
  );
  return { exitCode, output: stdout + stderr };
}

describe('a list of tests that cannot pass', () => {
  it('makes their failures expected, and sums them up by reason', async () => {
    const { exitCode, output } = await runTests("[{ reason: 'No moon.', tests: ['Suite > fails'] }]");
    expect(output).toContain('1 of the tests cannot pass here:\n    1  No moon.');
    expect(exitCode).toBe(0);
  });

  it('fails the run if a test in it passes', async () => {
    const { exitCode, output } = await runTests("[{ reason: 'No moon.', tests: [/^Suite > /] }]");
    expect(output).toContain('Listed as left out, but passes: Suite > passes');
    expect(exitCode).toBe(1);
  });

  it('fails the run if an entry matches no test', async () => {
    const { exitCode, output } = await runTests(
      "[{ reason: 'No moon.', tests: ['Suite > fails', 'Suite > renamed'] }]",
    );
    expect(output).toContain('Listed as left out, but matches no test: Suite > renamed');
    expect(exitCode).toBe(1);
  });

  it('skips tests that are unstable', async () => {
    const { exitCode, output } = await runTests(
      "[{ reason: 'No moon.', isUnstable: true, tests: [/^Suite > /] }]",
    );
    expect(output).toContain('2 of the tests cannot pass here:\n    2  No moon.');
    expect(output).toContain('2 skipped');
    expect(exitCode).toBe(0);
  });

  it('leaves failures of other tests alone', async () => {
    const { exitCode, output } = await runTests('[]');
    expect(output).toContain('1 failed');
    expect(exitCode).toBe(1);
  });
});
