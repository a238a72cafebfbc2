import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Suites that take many seconds each: faults, attacks, large bots, walks of real bots. `npm run test:long`. */
export default defineConfig({
  test: { ...base.test, include: ['test/**/*.long.test.ts'], exclude: [] },
});
