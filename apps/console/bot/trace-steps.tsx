import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { Bot } from '../bots/bot-context.ts';
import { getEventLabel } from './editing/event-names.ts';
import type { TracedLog, TracedStep, TracedTurn } from './read-trace.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  else: 'no condition is met',
  accepted: 'took the reply',
  refused: 'refused the reply',
  skipped: 'was skipped',
  interrupted: 'the reply waits for an event',
  continued: 'went on',
};

const LOOKS: Readonly<Record<string, string>> = { error: 'bad', success: 'good' };

type TraceProps = {
  bot: Pick<Bot, 'groups' | 'events'>;
  turns: readonly TracedTurn[];
  /** Shows a group in the picture. */
  onShow: (groupId: string) => void;
};

/** The steps of each turn of a chat with the draft, and the variables as they are now. */
export function TraceSteps({ bot, turns, onShow }: TraceProps) {
  const values = new Map(
    turns.flatMap(({ steps }) => steps.flatMap(({ variables }) => variables.map(toEntry))),
  );
  return (
    <section class="trace" aria-label="Steps of the chat">
      {values.size > 0 && (
        <details>
          <summary>Variables set ({values.size})</summary>
          <dl class="trace-variables">
            {[...values].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <ol class="trace-turns">
        {turns.map(({ steps, isCut }, index) => (
          <li key={index}>
            <p class="soft">Turn {index + 1}</p>
            <ol>
              {steps.map((step, position) => (
                <li key={position}>
                  <StepDetails bot={bot} step={step} onShow={onShow} />
                </li>
              ))}
            </ol>
            {isCut && <p class="soft">The turn did more, which is left out.</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepDetails({ bot, step, onShow }: Omit<TraceProps, 'turns'> & { step: TracedStep }) {
  const { groupId, botId, outcome, variables, requests, logs } = step;
  const group = botId === undefined ? bot.groups.find(({ id }) => id === groupId) : undefined;
  const block = group?.blocks.find((one): one is JsonObject => isJsonObject(one) && one.id === step.blockId);
  const name = (
    <>
      {group && <span class="soft">{String(group.title || 'Without a title')} › </span>}
      {botId !== undefined && <span class="soft">Linked bot › </span>}
      {nameStep(bot, step)}
    </>
  );
  const said = [
    outcome !== undefined && (OUTCOMES[outcome] ?? outcome),
    step.itemId !== undefined && describeItem(block, step.itemId),
  ].filter((words) => typeof words === 'string');
  return (
    <>
      {group ? (
        <button type="button" class="trace-step" onClick={() => onShow(group.id)}>
          {name}
        </button>
      ) : (
        <span class="trace-step">{name}</span>
      )}
      {said.length > 0 && <p>{said.join(': ')}</p>}
      {variables.map((variable) => (
        <p key={variable.name}>
          <code>{variable.name}</code> = {toEntry(variable)[1]}
        </p>
      ))}
      {requests.map(({ method, host, outcome: status }, index) => (
        <p key={index}>
          {method} {host || 'with a credential'}:{' '}
          <span class={`tag ${status.startsWith('2') ? 'good' : 'bad'}`}>{status}</span>
        </p>
      ))}
      {logs.map((log, index) => (
        <StepLog key={index} log={log} />
      ))}
    </>
  );
}

function StepLog({ log: { status, description, details } }: { log: TracedLog }) {
  return (
    <div>
      <p>
        <span class={`tag ${LOOKS[status] ?? ''}`}>{status}</span> {description}
      </p>
      {details !== undefined && (
        <details>
          <summary>Details</summary>
          <pre class="code">{details}</pre>
        </details>
      )}
    </div>
  );
}

function nameStep({ events }: TraceProps['bot'], { eventId, type }: TracedStep): string {
  if (eventId === undefined) return getBlockType({ type })?.label ?? type;
  const event = events?.find(({ id }) => id === eventId);
  return event ? getEventLabel(event as BotEvent) : type;
}

/** Describes an item by its text or, as for a condition, by its position. Items of lists in variables have ids alone. */
function describeItem(block: JsonObject | undefined, itemId: string): string {
  const items = Array.isArray(block?.items) ? block.items.filter(isJsonObject) : [];
  const index = items.findIndex(({ id }) => id === itemId);
  const { content, title } = items[index] ?? {};
  const words = [content, title].find((text) => typeof text === 'string' && text !== '');
  if (words !== undefined) return String(words);
  return index === -1 ? itemId : `item ${index + 1}`;
}

function toEntry({ name, value, isCut }: TracedStep['variables'][number]): [name: string, value: string] {
  return [name, value === '' ? 'empty' : isCut ? `${value}…` : value];
}
