import type { FieldNodes } from '#apps/sites/form-node.ts';
import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import { planEventDeletion } from '#lib/bots/editing/plan-deletion.ts';
import { Button } from '../../parts/button.tsx';
import { listIssuesOfPart } from '../check/live-issues.ts';
import { FieldsForm } from '../forms/fields-form.tsx';
import { FormContext } from '../forms/form-context.ts';
import { type FormEdit, toValueChange } from '../forms/form-edit.ts';
import type { Named } from '../forms/named.ts';
import { useEditor } from './editor.ts';
import { EVENT_NAMES } from './event-names.ts';
import { createSurroundings } from './form-surroundings.ts';
import { NextGroupField } from './next-group-field.tsx';

const REPLY_FIELDS: FieldNodes = {
  options: {
    kind: 'section',
    title: 'Keep the reply',
    fields: {
      contentVariableId: { kind: 'text', control: 'variable', title: 'Save the reply in' },
      inputTypeVariableId: {
        kind: 'text',
        control: 'variable',
        title: 'Save the type of the input in',
        isRare: true,
      },
      inputNameVariableId: {
        kind: 'text',
        control: 'variable',
        title: 'Save the name of the input in',
        isRare: true,
      },
    },
  },
};

/** Fields of each type of event. */
const FIELDS: Readonly<Record<BotEvent['type'], FieldNodes>> = {
  start: {},
  command: {
    options: {
      kind: 'section',
      title: 'Command',
      fields: {
        command: {
          kind: 'text',
          title: 'Name of the command',
          description: 'The page around the bot sends it.',
        },
        resumeAfter: { kind: 'flag', title: 'Go back to where the chat was', default: false },
      },
    },
  },
  reply: REPLY_FIELDS,
  invalidReply: REPLY_FIELDS,
};

/** An event: its options, where it leads, and its deletion. */
export function EventForm({ event, bots }: { event: BotEvent; bots: readonly Named[] | undefined }) {
  const editor = useEditor();
  const { document, issues, read, edit, select } = editor;
  const applyEdit = (formEdit: FormEdit) => {
    const current = read().events?.find(({ id }) => id === event.id);
    const change = current && toValueChange(current, formEdit);
    if (change) edit([{ op: 'changeEvent', eventId: event.id, ...change }]);
  };
  const surroundings = createSurroundings(editor, bots, applyEdit, listIssuesOfPart(issues, event.id));
  const remove = () => {
    edit(planEventDeletion(document, event.id));
    select({});
  };
  return (
    <FormContext.Provider value={surroundings}>
      <FieldsForm fields={FIELDS[event.type]} value={event} path={[]} />
      <NextGroupField
        source={EVENT_NAMES[event.type]}
        from={{ eventId: event.id }}
        none="Nowhere"
        canSkipBlocks={event.type === 'start' || event.type === 'command'}
      />
      {event.type !== 'start' && (
        <div>
          <Button icon="trash" onClick={remove}>
            Delete the event
          </Button>
        </div>
      )}
    </FormContext.Provider>
  );
}
