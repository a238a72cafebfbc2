import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import { Button } from '../../parts/button.tsx';
import { IssueSign } from '../check/issue-notes.tsx';
import { PastePartButton } from './copy-buttons.tsx';
import { createEvent, findEdge, planGroup } from './edited-parts.ts';
import { useEditor } from './editor.ts';
import { EVENT_NAMES, getEventLabel } from './event-names.ts';
import { TidyButton } from './tidy-button.tsx';
import { VariableList } from './variable-list.tsx';

/** Types of events that can be added, if the flow has a start. */
const ADDABLE = ['command', 'reply', 'invalidReply'] as const;

/** Everything in the flow, as a list: where chats begin and are interrupted, the groups, and the variables. */
export function FlowOutline() {
  const { document, issues, edit, select, newId } = useEditor();
  const events = document.events ?? [];
  const addGroup = () => {
    const { groupId, operations } = planGroup(document, newId);
    edit(operations);
    select({ groupId });
  };
  const addEvent = (type: BotEvent['type']) => {
    const event = createEvent(document, type, newId);
    edit([{ op: 'addEvent', value: event, ...(type === 'start' && { index: 0 }) }]);
    select({ eventId: event.id });
  };
  const hasStart = events.some(({ type }) => type === 'start');
  return (
    <div class="form-fields">
      <ul class="outline" aria-label="Events">
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" onClick={() => select({ eventId: event.id })}>
              <span>{getEventLabel(event)}</span>
              <span class="soft">{getTargetTitle(event.id)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ul class="outline" aria-label="Groups">
        {document.groups.map(({ id, title, blocks }, index) => (
          <li key={id}>
            <button type="button" onClick={() => select({ groupId: id })}>
              <span>{title || 'Without a title'}</span>
              <span class="soft">
                {blocks.length === 1 ? '1 block' : `${blocks.length} blocks`}{' '}
                <IssueSign issues={issues.filter(({ path }) => path.startsWith(`bot.groups[${index}]`))} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div class="field-line">
        <Button icon="plus" look="primary" onClick={addGroup}>
          Add a group
        </Button>
        <PastePartButton />
        <TidyButton />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own */}
      <div class="field-line" role="group" aria-label="Add an event">
        <span class="soft">{hasStart ? 'Interrupt the chat by' : 'Begin the chat by'}</span>
        {(hasStart ? ADDABLE : (['start'] as const)).map((type) => (
          <Button key={type} icon="plus" onClick={() => addEvent(type)}>
            {EVENT_NAMES[type]}
          </Button>
        ))}
      </div>
      <VariableList />
    </div>
  );

  function getTargetTitle(eventId: string): string {
    const groupId = findEdge(document, { eventId })?.to.groupId;
    const group = document.groups.find(({ id }) => id === groupId);
    return group ? `→ ${group.title || 'Without a title'}` : 'Leads nowhere';
  }
}
