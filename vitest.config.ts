import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';

/*
 * One project for each suite: `vitest run --project fast`. What each is for is in docs/testing.md.
 */

/** Folders whose tests belong to one project only. */
const OWN_PROJECT = [
  'test/suites/deployed/**',
  'test/suites/scale/**',
  'test/suites/crash/**',
  'test/suites/rollback/**',
  'test/apps/cli/**',
  'test/suites/browser/**',
  'test/suites/fuzz/**',
];

const env = {
  LOG_LEVEL: 'silent',
  POWERTOOLS_METRICS_DISABLED: 'true',
  // In a deployment, the build of the sites names the script.
  BOT_PAGE_SCRIPTS: '/_assets/page-TESTED00.js',
  // In a deployment, the operator names them.
  CUSTOM_DOMAINS: '*.custom.example',
  // Vitest has a BASE_URL of its own, which would hide the one that names a remote service.
  ...(process.env.BASE_URL && { BASE_URL: process.env.BASE_URL }),
};

/** Files run one after the other in a few processes, which load packages such as the SDK once. That halves the time of the
 * HTTP suite. */
const SHARED_PROCESSES = { isolate: false, setupFiles: ['test/support/shared-process.ts'] };

/** The same files run in each engine: those about pages that people meet in any browser, and about the parts of the console
 * that browsers treat differently. The rest of the console runs in Chromium. */
const IN_EVERY_ENGINE = [
  'author-markup',
  'bot-window',
  'chat-page',
  'embed',
  'framed-page',
  'inputs',
  'lost-response',
  'preview-frame',
  'typed-values',
  'console-editing',
  'console-rich-text',
  'console-shell',
  'console-sign-in',
  'workspaces/*',
].map((name) => `test/suites/browser/${name}.test.ts`);

/** Each starts a server and programs of its own. They wait for processes and browsers, which take many times longer on a
 * busy machine. Two files run at a time: a command is one process with one thread, which leaves a core idle while the
 * test waits for it, and so does a browser that is driven from outside. */
const WITH_PROGRAMS = {
  fileParallelism: true,
  maxWorkers: 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { test: { name, testTimeout: 30_000, hookTimeout: 60_000, env, ...test } };
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: SlowFilesFirst },
    // They wait for databases and servers half of the time.
    maxWorkers: 2 * availableParallelism(),
    // Faults that tests inject are logged; only a failing test's log is worth reading. What the fuzzer and the crash
    // rounds print is the point of running them.
    silent: process.env.TEST_OUTPUT === 'all' ? false : 'passed-only',
    projects: [
      project('fast', {
        include: ['test/**/*.test.ts'],
        exclude: [...OWN_PROJECT, '**/*.long.test.ts'],
        globalSetup: ['test/support/unused-grants.ts', 'test/support/deployed/assemblies-folder.ts'],
        ...SHARED_PROCESSES,
      }),
      // Some compute until the service stops them, which takes seconds of CPU on a busy machine.
      project('long', { include: ['test/**/*.long.test.ts'], testTimeout: 120_000 }),
      project('fuzz', {
        include: ['test/suites/fuzz/**/*.test.ts'],
        testTimeout: 600_000,
        env: { ...env, FUZZ_REQUESTS: process.env.FUZZ_REQUESTS || '2000' },
      }),
      project('rollback', {
        include: ['test/suites/rollback/**/*.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      project('crash', { include: ['test/suites/crash/**/*.test.ts'] }),
      project('assets', {
        include: ['test/suites/http/**/*.test.ts', 'test/suites/deployed/**/*.test.ts'],
        globalSetup: ['test/support/deployed/synthesize-once.ts'],
        env: { ...env, TEST_TARGET: 'assets' },
        ...SHARED_PROCESSES,
      }),
      project('programs', {
        include: ['test/apps/cli/**/*.test.ts'],
        ...WITH_PROGRAMS,
        sequence: { groupOrder: 1 },
      }),
      project('chromium', {
        include: ['test/suites/browser/**/*.test.ts'],
        ...WITH_PROGRAMS,
        sequence: { groupOrder: 2 },
      }),
      ...['firefox', 'webkit'].map((engine) =>
        project(engine, {
          include: IN_EVERY_ENGINE,
          ...WITH_PROGRAMS,
          // A key is lost there now and then (decision 50).
          retry: 1,
          env: { ...env, ENGINE: engine },
          sequence: { groupOrder: 3 },
        }),
      ),
      // Run by `npm run smoke`, which names the deployed service in the environment.
      project('smoke', {
        include: ['test/suites/http/**/*.test.ts'],
        exclude: ['**/*.long.test.ts'],
        setupFiles: ['test/support/left-out-setup.ts'],
      }),
      project('scale', { include: ['test/suites/scale/**/*.test.ts'] }),
    ],
  },
});
