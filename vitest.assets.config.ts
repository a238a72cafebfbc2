import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The HTTP suite on what would be deployed: `npm run test:assets`. */
export default defineConfig({
  test: {
    ...base.test,
    exclude: [],
    include: ['test/http/**/*.test.ts', 'test/deployed/**/*.test.ts'],
    globalSetup: ['test/support/deployed/synthesize-once.ts'],
    env: { ...base.test?.env, TEST_TARGET: 'assets' },
  },
});
