import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They have scripts of their own: `npm run test:assets`, `test:scale`, `test:programs`, `test:long`.
    exclude: [
      'test/deployed/**',
      'test/scale/**',
      'test/crash/**',
      'test/cli/**',
      'test/browser/**',
      '**/*.long.test.ts',
    ],
    globalSetup: ['test/support/unused-grants.ts'],
    // Each file gets its own process: the DynamoDB client reads its endpoint from the environment once.
    pool: 'forks',
    // They wait for engines and servers half of the time.
    maxWorkers: 2 * availableParallelism(),
    // Faults that tests inject are logged; only a failing test's log is worth reading.
    silent: 'passed-only',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: {
      LOG_LEVEL: 'silent',
      POWERTOOLS_METRICS_DISABLED: 'true',
      // Vitest has a BASE_URL of its own, which would hide the one that names a remote service.
      ...(process.env.BASE_URL && { BASE_URL: process.env.BASE_URL }),
    },
  },
});
