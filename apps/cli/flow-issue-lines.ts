import { coloured, type Tone } from '#apps/terminal/colour.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';
import { formatIssue } from './format-issue.ts';

export const SEVERITY_TONES: Record<FlowIssue['severity'], Tone> = {
  error: 'bad',
  warning: 'doubtful',
  info: 'quiet',
};

/** One line per issue, in the service's order: most severe first. The last line counts them as the console does. */
export function flowIssueLines(issues: FlowIssue[]): string {
  if (issues.length === 0) return coloured('good', 'Nothing is wrong with the flow.');
  const lines = issues.map(
    (issue) =>
      `${coloured(SEVERITY_TONES[issue.severity], issue.severity.padEnd(7))}  ${oneLine(formatIssue(issue))}`,
  );
  return [...lines, '', summarizeIssues(issues)].join('\n');
}

/** Whether the issue stops a chat or loses an answer. */
export function isError({ severity }: FlowIssue): boolean {
  return severity === 'error';
}
