import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import { Button } from '../../parts/button.tsx';
import { describeError, describeStatus, type Exchange, formatBytes } from './describe-exchange.ts';
import { ResponseTree } from './response-tree.tsx';

/** Most lines of a body that is not JSON, before it scrolls. */
const MAX_ROWS = 16;

/** Shown by the service in place of a secret. */
const HIDDEN = '…';

/** Status, duration and size of a response in a line, or why there is none. */
export function ExchangeSummary({ exchange }: { exchange: Exchange }) {
  const { status, durationMs, bodyBytes, error, message } = exchange;
  if (status === undefined) return <p class="field-error">{describeError(error, message)}</p>;
  const problem = describeStatus(status);
  return (
    <p>
      <span class={`tag ${problem === undefined ? 'good' : 'bad'}`}>{status}</span> after {durationMs} ms
      {bodyBytes !== undefined && `, ${formatBytes(bodyBytes)}`}
      {problem !== undefined && `. ${problem}`}
    </p>
  );
}

/** Headers and body of a response. */
export function ExchangeView({ exchange, onPick }: { exchange: Exchange; onPick: (path: string) => void }) {
  const { status, headers } = exchange;
  const names = Object.keys(headers);
  if (status === undefined) return null;
  return (
    <>
      {names.length > 0 && (
        <details>
          <summary>Headers of the response ({names.length})</summary>
          <dl class="request-test-headers">
            {names.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{headers[name]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <ResponseBody exchange={exchange} onPick={onPick} />
      {exchange.body?.includes(HIDDEN) && (
        <p class="field-note">
          “{HIDDEN}” stands for values of the request's headers and address that may be secret. Chats save
          what is sent.
        </p>
      )}
      <div class="field-line">
        <Button icon="plus" onClick={() => onPick('statusCode')}>
          Save the status in a variable
        </Button>
      </div>
    </>
  );
}

function ResponseBody({ exchange, onPick }: { exchange: Exchange; onPick: (path: string) => void }) {
  const { body, bodyBytes = 0, isCut } = exchange;
  if (bodyBytes === 0) return <p class="soft">The response has no body.</p>;
  if (body === undefined) return <p class="soft">The body is not text.</p>;
  const data = isCut ? NOT_JSON : parseJsonValue(body);
  if (data !== NOT_JSON) return <ResponseTree data={data} onPick={onPick} />;
  return (
    <>
      {isCut && (
        <p class="field-note">
          This is the beginning of the body. A value of it is saved by typing its path under “Save response”.
        </p>
      )}
      <textarea
        class="input code-input"
        aria-label="Body of the response"
        readOnly
        rows={Math.min(MAX_ROWS, body.split('\n').length + 1)}
        value={body}
      />
      {!isCut && (
        <div class="field-line">
          <Button icon="plus" onClick={() => onPick('data')}>
            Save the body in a variable
          </Button>
        </div>
      )}
    </>
  );
}
