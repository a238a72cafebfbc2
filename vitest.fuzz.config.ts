import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Two thousand generated requests to each operation: `npm run test:fuzz`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/fuzz/**/*.test.ts'],
    // What each operation answered is the point of the run.
    silent: false,
    testTimeout: 600_000,
    env: { ...base.test?.env, FUZZ_REQUESTS: process.env.FUZZ_REQUESTS || '2000' },
  },
});
