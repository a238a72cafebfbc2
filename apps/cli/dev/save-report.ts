import { failureLine } from '#apps/cli/failure.ts';
import { SEVERITY_TONES } from '#apps/cli/flow-issue-lines.ts';
import { formatIssue } from '#apps/cli/format-issue.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';
import type { DraftChange } from './draft-writer.ts';
import type { SavedFile } from './save-file.ts';

/** Formats the outcome of a save: each problem with its line in the file, and what became of the draft. */
export function formatSaveReport(file: string, saved: SavedFile): string {
  if ('error' in saved) {
    const { issues, ...failure } = saved.error;
    const lines = (issues ?? []).map((issue) => formatLine(file, 'error', issue));
    return [
      ...lines,
      `${coloured('bad', 'Not saved:')} ${lines.length === 0 ? failureLine(failure) : formatCount(lines.length, 'error')}`,
    ].join('\n');
  }
  return [
    ...saved.issues.map((issue) => formatLine(file, issue.severity, issue)),
    coloured('good', oneLine(describeChange(saved))) +
      (saved.issues.length > 0 ? `: ${summarizeIssues(saved.issues)}` : ''),
  ].join('\n');
}

function formatLine(
  file: string,
  severity: FlowIssue['severity'],
  issue: { path: string; message: string; line?: number },
): string {
  const location = issue.line === undefined ? file : `${file}:${issue.line}`;
  const words = coloured(SEVERITY_TONES[severity], severity.padEnd(7));
  return `${oneLine(location)}  ${words}  ${oneLine(formatIssue(issue))}`;
}

function describeChange({ botId, outcome, keptAsRelease }: DraftChange): string {
  switch (outcome) {
    case 'created':
      return `Created the draft ${botId}`;
    case 'unchanged':
      return `The draft ${botId} is unchanged`;
    case 'updated':
      return `Updated the draft ${botId}`;
    case 'replaced': {
      const kept =
        keptAsRelease === undefined ? '' : `; the previous one is kept as release ${keptAsRelease}`;
      return `Replaced the draft ${botId}${kept}`;
    }
  }
}
