import type { FlowIssue } from './flow-issue.ts';

type Severity = FlowIssue['severity'];

const NOUNS: readonly (readonly [Severity, singular: string, plural: string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'note', 'notes'],
];

/** Counts issues by severity: `1 error, 2 warnings, 2 notes`. Empty if there are none. */
export function summarizeIssues(issues: readonly { severity: Severity }[]): string {
  return NOUNS.flatMap(([severity, singular, plural]) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : `${count} ${count === 1 ? singular : plural}`;
  }).join(', ');
}
