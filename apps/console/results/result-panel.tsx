import { useEffect, useRef } from 'preact/hooks';
import { variableText } from '#lib/results/variable-text.ts';
import { useLoad } from '../data/use-load.ts';
import { Button } from '../parts/button.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { ErrorState } from '../parts/states.tsx';
import { formatTime } from '../parts/time.tsx';
import { useSession } from '../session/session.ts';
import { LogLines } from './log-lines.tsx';

/** One result beside the table: its conversation, variables and logs. */
export function ResultPanel(props: {
  botId: string;
  resultId: string;
  onClose: () => void;
  onDelete?: () => void;
}) {
  const { botId, resultId, onClose, onDelete } = props;
  const { client } = useSession();
  const params = { botId, resultId };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const result = useLoad(`result:${resultId}`, (signal) => client.getResult({ params, signal }));
  const transcript = useLoad(`result:${resultId}:transcript`, (signal) =>
    client.getResultTranscript({ params, signal }),
  );
  const logs = useLoad(`result:${resultId}:logs`, (signal) => client.listResultLogs({ params, signal }));
  const variables = (result.data?.result.variables ?? [])
    .map(({ id, name, value }) => ({ id, name, text: variableText(value) }))
    .filter(({ text }) => text !== '');

  return (
    <aside
      class="card result-panel"
      aria-labelledby="result-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="result-head">
        <h2 id="result-title" ref={heading} tabIndex={-1}>
          {result.data ? formatTime(result.data.result.createdAt) : 'Result'}
        </h2>
        {onDelete && <Button look="quiet" icon="trash" label="Delete this result" onClick={onDelete} />}
        <Button look="quiet" icon="close" label="Close" onClick={onClose} />
      </div>
      <div class="result-body">
        {transcript.error !== undefined && transcript.data === undefined ? (
          <ErrorState
            title="The conversation could not be loaded."
            error={transcript.error}
            onRetry={transcript.reload}
          />
        ) : transcript.data === undefined ? (
          <SkeletonLines />
        ) : (
          <ol class="transcript" aria-label="Conversation">
            {transcript.data.transcript.map(({ role, text }, index) => (
              <li key={index} class={role}>
                <span class="visually-hidden">{role === 'bot' ? 'Bot: ' : 'Respondent: '}</span>
                {text}
              </li>
            ))}
            {transcript.data.isTruncated && (
              <li class="soft">The end is missing: the conversation is too long for one response.</li>
            )}
          </ol>
        )}
        {variables.length > 0 && (
          <section>
            <h3>Variables</h3>
            <dl class="variables">
              {variables.map(({ id, name, text }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {logs.error !== undefined && logs.data === undefined ? (
          <ErrorState title="The logs could not be loaded." error={logs.error} onRetry={logs.reload} />
        ) : (
          (logs.data?.logs.length ?? 0) > 0 && (
            <section>
              <h3>Logs</h3>
              <LogLines logs={logs.data?.logs ?? []} />
              {logs.data?.nextCursor && (
                <p class="soft">The first 100 entries. The command line shows all of them.</p>
              )}
            </section>
          )
        )}
        <p class="soft result-id">Result {resultId}</p>
      </div>
    </aside>
  );
}
