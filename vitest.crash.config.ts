import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** A server that is killed again and again: `npm run test:crash`. */
export default defineConfig({
  test: { ...base.test, exclude: [], include: ['test/crash/**/*.test.ts'], silent: false },
});
