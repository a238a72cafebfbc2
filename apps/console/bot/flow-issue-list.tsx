import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';
import { SeverityIcon } from '../bots/severity-icon.tsx';
import { EmptyState } from '../parts/states.tsx';

/** Issues of the flow, most severe first. */
export function FlowIssueList(props: {
  issues: readonly FlowIssue[];
  /** Shows the location in the picture, if the issue has one. */
  onShow: (groupIndex: number) => void;
}) {
  const { issues, onShow } = props;
  if (issues.length === 0) {
    return <EmptyState title="Nothing to note">The check has found no mistakes in this flow.</EmptyState>;
  }
  return (
    <>
      <p class="issue-counts soft">{summarizeIssues(issues)}</p>
      <ul class="issues">
        {issues.map((issue) => {
          const groupIndex = findGroupIndex(issue.path);
          const location = [issue.group, issue.block].filter(Boolean).join(' › ');
          const content = (
            <>
              <SeverityIcon severity={issue.severity} />
              <span>
                {location && <span class="issue-place">{location}</span>}
                {issue.message}
              </span>
            </>
          );
          return (
            <li key={issue.code + issue.path}>
              {groupIndex === undefined ? (
                <div class="issue">{content}</div>
              ) : (
                <button type="button" class="issue" onClick={() => onShow(groupIndex)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** `bot.groups[3].blocks[0]…` → 3 */
export function findGroupIndex(path: string): number | undefined {
  const [, index] = /^bot\.groups\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : Number(index);
}
