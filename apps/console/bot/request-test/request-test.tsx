import { useRef, useState } from 'preact/hooks';
import type { OperationData, OperationRequest } from '#apps/client/client.ts';
import type { Variable } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useSession } from '../../session/session.ts';
import { useForm } from '../forms/form-context.ts';
import { describeUnsent } from './describe-exchange.ts';
import { ExchangeSummary, ExchangeView } from './exchange-view.tsx';
import { SavePickedForm } from './save-picked-form.tsx';
import { listTestVariables, type TestVariable, toPrefilledVariables } from './test-variables.ts';

type PreviewBody = NonNullable<OperationRequest<'startPreviewChat'>['body']>;
type RequestType = Extract<PreviewBody['startFrom'], { type: 'block' }>['block']['type'];

type Outcome = Pick<OperationData<'startPreviewChat'>, 'exchange' | 'logs' | 'trace'>;

/** Sends the request of a block as it is in the form, and shows the response, of which values can be saved in variables. */
export function RequestTest(props: {
  botId: string;
  block: JsonObject;
  variables: readonly Variable[];
  /** Returns the block with edits that are not on screen yet. */
  readBlock: () => JsonObject | undefined;
}) {
  const { botId, block, variables, readBlock } = props;
  const { client } = useSession();
  const { edit, newId } = useForm();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [outcome, setOutcome] = useState<Outcome>();
  const [picked, setPicked] = useState<string>();
  const pickedFrom = useRef<Element | null>(null);
  const shown = listTestVariables(readOptions(block), variables);

  const [send, isSending] = useAction('The request was not tested.', async () => {
    const current = readBlock() ?? block;
    const options = readOptions(current);
    const prefilledVariables = toPrefilledVariables(listTestVariables(options, variables), typed, variables);
    setPicked(undefined);
    setOutcome(undefined);
    setOutcome(
      await client.startPreviewChat({
        params: { bot: botId },
        body: {
          startFrom: { type: 'block', block: { type: current.type as RequestType, options } },
          prefilledVariables,
        },
      }),
    );
  });
  const pick = (path: string) => {
    pickedFrom.current = document.activeElement;
    setPicked(path);
  };
  const closePicked = () => {
    setPicked(undefined);
    if (pickedFrom.current instanceof HTMLElement) pickedFrom.current.focus();
  };
  const save = (variableId: string) => {
    const { responseVariableMapping: list } = readOptions(readBlock() ?? block);
    const index = Array.isArray(list) ? list.length : 0;
    const value = { id: newId(), bodyPath: picked, variableId };
    edit({ kind: 'insert', path: ['options', 'responseVariableMapping'], index, value });
    closePicked();
  };
  const toField = ({ id, name, value }: TestVariable) => (
    <Field
      key={id}
      label={name}
      value={typed[id] ?? value}
      autocomplete="off"
      onInput={({ currentTarget }) => setTyped((before) => ({ ...before, [id]: currentTarget.value }))}
    />
  );
  return (
    <section class="form-fields request-test" aria-label="Test">
      <h3>Test</h3>
      <p class="field-note">
        The request is sent for real{shown.named.length > 0 && ', with these values'}.
        {readOptions(block).isExecutedOnClient === true &&
          ' In chats, browsers send it, so their response may differ.'}
      </p>
      {shown.named.map(toField)}
      {shown.others.length > 0 && (
        <details>
          <summary>All variables are sent ({shown.others.length} more)</summary>
          <div class="form-fields">{shown.others.map(toField)}</div>
        </details>
      )}
      <div class="field-line">
        <Button isBusy={isSending} onClick={send}>
          Send a test request
        </Button>
      </div>
      <div role="status">{outcome && <OutcomeSummary outcome={outcome} />}</div>
      {outcome?.exchange && <ExchangeView exchange={outcome.exchange} onPick={pick} />}
      {picked !== undefined && (
        <SavePickedForm key={picked} path={picked} onSave={save} onClose={closePicked} />
      )}
    </section>
  );
}

/** The outcome in a few lines, which a screen reader reads out. */
function OutcomeSummary({ outcome: { exchange, logs, trace } }: { outcome: Outcome }) {
  if (!exchange) return <p class="field-error">{describeUnsent(logs ?? [])}</p>;
  const saved = trace.steps.flatMap(({ variables = [] }) => variables);
  return (
    <>
      <ExchangeSummary exchange={exchange} />
      {saved.length > 0 && (
        <ul class="request-test-saved" aria-label="Saved">
          {saved.map(({ id, name, value, isCut }) => (
            <li key={id}>
              Saved <code>{name}</code> = {typeof value === 'string' ? value : JSON.stringify(value)}
              {isCut && '…'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function readOptions({ options }: JsonObject): JsonObject {
  return isJsonObject(options) ? options : {};
}
