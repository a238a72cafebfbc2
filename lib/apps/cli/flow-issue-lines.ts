import { counted, oneLine } from '#lib/apps/terminal/plain-text.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { placedLine } from './placed-line.ts';

/** One line per issue, in the service's order: most severe first. */
export function flowIssueLines(issues: FlowIssue[]): string {
  if (issues.length === 0) return 'Nothing is wrong with the flow.';
  const lines = issues.map((issue) => `${issue.severity.padEnd(7)}  ${oneLine(placedLine(issue))}`);
  const errors = issues.filter(isError).length;
  return [...lines, '', `${counted(issues.length, 'issue')}, including ${counted(errors, 'error')}`].join(
    '\n',
  );
}

/** Whether the issue would break off a conversation. */
export function isError({ severity }: FlowIssue): boolean {
  return severity === 'error';
}
