import type { ComponentChildren } from 'preact';
import type { OperationData } from '#apps/client/client.ts';
import { formatTime } from '../parts/time.tsx';

export type LogLine = OperationData<'listResultLogs'>['logs'][number];

const LOOKS: Record<string, string> = { error: 'bad', warning: 'warn', success: 'good' };

/** Log entries, the details of each folded away. */
export function LogLines(props: {
  logs: readonly LogLine[];
  /** Element after an entry, such as a link to its conversation. */
  after?: (log: LogLine) => ComponentChildren;
}) {
  return (
    <ul class="logs">
      {props.logs.map((log) => (
        <li key={log.id}>
          <div class="log-head">
            <span class={`tag ${LOOKS[log.status] ?? ''}`}>{log.status}</span>
            <time class="soft numbers" dateTime={log.createdAt}>
              {formatTime(log.createdAt)}
            </time>
            {props.after?.(log)}
          </div>
          <p>{log.description}</p>
          {log.context && <p class="soft">{log.context}</p>}
          {log.details !== null && (
            <details>
              <summary>Details</summary>
              <pre class="code">{formatDetails(log.details)}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function formatDetails(details: unknown): string {
  return typeof details === 'string' ? details : JSON.stringify(details, null, 2);
}
