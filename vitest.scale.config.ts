import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Lists of a size that takes minutes to write: `npm run test:scale`. */
export default defineConfig({ test: { ...base.test, exclude: [], include: ['test/scale/**/*.test.ts'] } });
