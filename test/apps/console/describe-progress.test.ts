import { expect, it } from 'vitest';
import { describeProgress } from '#apps/console/workspace/describe-progress.ts';

it.each([
  [{ results: 1_200 }, '1,200 results'],
  [{ results: 1, bots: 3 }, '1 result, 3 bots'],
  [{ results: 1_200, isLowerBound: true as const }, 'at least 1,200 results'],
])('describes the progress %j as %s', (progress, text) => {
  expect(describeProgress({ progress })).toBe(text);
});
