import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that run whole programs, the command line and a browser: `npm run test:programs`. */
export default defineConfig({
  test: {
    ...base.test,
    exclude: [],
    include: ['test/cli/**/*.test.ts', 'test/browser/**/*.test.ts'],
    // Each starts a server and programs of its own; two cores carry no more than one at a time.
    fileParallelism: false,
  },
});
