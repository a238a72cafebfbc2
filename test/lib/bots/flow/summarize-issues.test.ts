import { expect, it } from 'vitest';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';

it.each([
  [['info', 'error', 'warning', 'info', 'warning'], '1 error, 2 warnings, 2 notes'],
  [['error', 'error'], '2 errors'],
  [['warning', 'info'], '1 warning, 1 note'],
  [[], ''],
] as const)('%j are %j', (severities, summary) => {
  expect(summarizeIssues(severities.map((severity) => ({ severity })))).toBe(summary);
});
