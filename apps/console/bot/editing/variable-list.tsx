import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { BotDocument, Variable } from '#lib/bots/document/bot-document.ts';
import { planVariableDeletion } from '#lib/bots/editing/plan-deletion.ts';
import { listVariableUses, type VariableUse } from '#lib/bots/editing/variable-uses.ts';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { confirm } from '../../parts/confirmation.tsx';
import { FieldFrame } from '../forms/field-frame.tsx';
import { TextControl } from '../forms/text-control.tsx';
import { listBlockNames, readBlock } from './edited-parts.ts';
import { useEditor } from './editor.ts';
import { findNameProblem } from './variable-name-problem.ts';

/** Most uses that are listed. */
const MAX_SHOWN_USES = 50;

/** The variables of the bot. Each can be renamed, and deleted once it is known what uses it. */
export function VariableList() {
  const { document, edit, newId } = useEditor();
  const { variables } = document;
  const [name, setName] = useState('');
  const problem = name === '' ? undefined : findNameProblem(variables, name);
  const add = () => {
    if (name === '' || problem) return;
    edit([{ op: 'addVariable', value: { id: newId(), name } }]);
    setName('');
  };
  return (
    <details class="variable-list">
      <summary>Variables ({variables.length})</summary>
      <div class="form-fields">
        {variables.map((variable) => (
          <VariableDetails key={variable.id} variable={variable} />
        ))}
        <FieldFrame label="New variable" node={{}} error={problem}>
          {({ id, describedBy }) => (
            <div class="field-line">
              <input
                id={id}
                class="input"
                type="text"
                autocomplete="off"
                aria-describedby={describedBy}
                value={name}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
                onKeyDown={({ key }) => key === 'Enter' && add()}
              />
              <Button
                icon="plus"
                label="Add the variable"
                isDisabled={name === '' || !!problem}
                onClick={add}
              />
            </div>
          )}
        </FieldFrame>
      </div>
    </details>
  );
}

/** One variable, folded. What uses it is looked up when it is unfolded, as that reads the whole document. */
function VariableDetails({ variable }: { variable: Variable }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="variable-entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{variable.name}</summary>
      {isOpen && <VariableForm variable={variable} />}
    </details>
  );
}

function VariableForm({ variable }: { variable: Variable }) {
  const { document, edit, select } = useEditor();
  const [refused, setRefused] = useState<string>();
  const uses = listVariableUses(document, variable.id);
  const rename = (name: string) => {
    const others = document.variables.filter(({ id }) => id !== variable.id);
    const problem = findNameProblem(others, name);
    setRefused(problem && `“${name}” is not possible. ${problem}`);
    if (problem) return;
    edit([{ op: 'renameVariable', variableId: variable.id, was: variable.name, value: name }]);
  };
  const remove = async () => {
    const isConfirmed =
      uses.length === 0 ||
      (await confirm({
        title: `Delete “${variable.name}”?`,
        text: `It is used ${formatCount(uses.length)}. What uses it stays, and finds no variable. You can undo this.`,
        action: 'Delete',
        isDangerous: true,
      }));
    if (isConfirmed) edit(planVariableDeletion(document, variable.id));
  };
  return (
    <div class="form-fields">
      <FieldFrame
        label="Name"
        node={{ description: 'Texts that mention it are changed with it.' }}
        error={refused}
      >
        {({ id, describedBy }) => (
          <TextControl
            id={id}
            describedBy={describedBy}
            look="line"
            value={variable.name}
            onCommit={rename}
          />
        )}
      </FieldFrame>
      <p class="soft">{uses.length === 0 ? 'Nothing uses it.' : `Used ${formatCount(uses.length)}:`}</p>
      {uses.length > 0 && (
        <ul class="outline" aria-label={`Uses of ${variable.name}`}>
          {uses.slice(0, MAX_SHOWN_USES).map((use) => (
            <li key={use.path}>
              {use.groupId === undefined && use.eventId === undefined ? (
                <PageLink path={use.path} />
              ) : (
                <button type="button" onClick={() => select(use)}>
                  {describeUse(document, use)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon="trash" onClick={() => void remove()}>
          Delete the variable
        </Button>
      </div>
    </div>
  );
}

function formatCount(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function describeUse(document: BotDocument, { groupId, blockId, eventId }: VariableUse): string {
  if (eventId !== undefined) return 'Event';
  const group = document.groups.find(({ id }) => id === groupId);
  const located = blockId === undefined ? undefined : readBlock(document, blockId);
  const block = listBlockNames(group?.blocks ?? []).find(({ id }) => id === located?.block.id);
  return [group?.title || 'Without a title', block?.name].filter(Boolean).join(' › ');
}

/** Leads to the page of the bot's theme or settings, whichever a path is in. */
function PageLink({ path }: { path: string }) {
  const { bot } = useBot();
  const isTheme = path.startsWith('bot.theme');
  return (
    <Link href={`/bots/${encodeURIComponent(bot.id)}/${isTheme ? 'theme' : 'settings'}`}>
      {isTheme ? 'Theme' : 'Settings'}
    </Link>
  );
}
