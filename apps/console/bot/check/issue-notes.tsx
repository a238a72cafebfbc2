import { SeverityIcon } from '../../bots/severity-icon.tsx';
import { findWorst, type PartIssue } from './live-issues.ts';

/** Issues of a value, below its field. */
export function IssueNotes({ issues }: { issues: readonly PartIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul class="issue-notes" aria-label="Issues">
      {issues.map(({ severity, message, path }) => (
        <li key={path + message}>
          <SeverityIcon severity={severity} />
          <span>{toSentence(message)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Messages continue a sentence that names their place. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** Sign of the worst issue of a part that leads to its form. */
export function IssueSign({ issues }: { issues: readonly Pick<PartIssue, 'severity'>[] }) {
  const severity = findWorst(issues);
  return severity ? <SeverityIcon severity={severity} /> : null;
}
