import { Button } from '../../parts/button.tsx';
import { useEditor } from './editor.ts';
import { NextGroupField } from './next-group-field.tsx';
import { planGroup } from './plan-edits.ts';

const EVENT_NAMES = { start: 'Start', command: 'Command', reply: 'Reply', invalidReply: 'Invalid reply' };

/** Everything in the flow, as a list: where chats begin, and the groups. */
export function FlowOutline() {
  const { document, edit, select, newId } = useEditor();
  const addGroup = () => {
    const { groupId, operations } = planGroup(document, newId);
    edit(operations);
    select({ groupId });
  };
  return (
    <div class="form-fields">
      {(document.events ?? []).map(({ id, type }) => (
        <NextGroupField
          key={id}
          label={`${EVENT_NAMES[type]} leads to`}
          from={{ eventId: id }}
          none="Nowhere"
        />
      ))}
      <ul class="outline" aria-label="Groups">
        {document.groups.map(({ id, title, blocks }) => (
          <li key={id}>
            <button type="button" onClick={() => select({ groupId: id })}>
              <span>{title || 'Without a title'}</span>
              <span class="soft">{blocks.length === 1 ? '1 block' : `${blocks.length} blocks`}</span>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <Button icon="plus" look="primary" onClick={addGroup}>
          Add a group
        </Button>
      </div>
    </div>
  );
}
