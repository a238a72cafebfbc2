import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { describeFailure } from './describe-failure.ts';

/** How many issues of a refusal are shown. */
const MAX_ISSUES = 10;

/**
 * Nothing is here yet: says what to do first.
 *
 * @example
 * <EmptyState title="There are no bots yet" action={<Button onClick={chooseFiles}>Import a bot</Button>} />
 */
export function EmptyState(props: {
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}) {
  const { title, children, action } = props;
  return (
    <div class="state">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div class="state-actions">{action}</div>}
    </div>
  );
}

/** Something could not be loaded: says what, why, and offers to try again. */
export function ErrorState(props: {
  /** `The bots could not be loaded.` */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** Other things to do. */
  children?: ComponentChildren;
}) {
  const { title, error, onRetry, children } = props;
  const { message, requestId, issues } = describeFailure(error);
  return (
    <div class="state" role="alert">
      <h2>{title}</h2>
      <p>{message}</p>
      {issues.length > 1 && (
        <ul class="issues">
          {issues.slice(0, MAX_ISSUES).map((issue) => (
            <li key={issue.path + issue.message}>
              <code>{issue.path}</code> {issue.message}
            </li>
          ))}
        </ul>
      )}
      <div class="state-actions">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {children}
      </div>
      {requestId && <span class="request-id">Request {requestId}</span>}
    </div>
  );
}
