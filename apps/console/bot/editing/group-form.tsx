import { useState } from 'preact/hooks';
import { getBlockType } from '#lib/blocks/block-types.ts';
import type { Group } from '#lib/bots/document/bot-document.ts';
import { planGroupCopy } from '#lib/bots/editing/plan-copy.ts';
import { planGroupDeletion } from '#lib/bots/editing/plan-deletion.ts';
import { blockExcerpt, type ShownNames } from '#lib/bots/flow/block-excerpt.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { confirm } from '../../parts/confirmation.tsx';
import { IssueNotes, IssueSign } from '../check/issue-notes.tsx';
import { listIssuesOfPart } from '../check/live-issues.ts';
import { FieldFrame } from '../forms/field-frame.tsx';
import { TextControl } from '../forms/text-control.tsx';
import { AddBlock } from './add-block.tsx';
import { CopyPartButton, PastePartButton } from './copy-buttons.tsx';
import { describeBreakage, planGroup } from './edited-parts.ts';
import { useEditor } from './editor.ts';
import { TidyButton } from './tidy-button.tsx';

/** A group: its title, and its blocks, which can be opened, moved and added. */
export function GroupForm({ group }: { group: Group }) {
  const { document, issues, edit, select, newId } = useEditor();
  const { bot } = useBot();
  const [dragged, setDragged] = useState<number>();
  const names: ShownNames = {
    groupTitles: new Map(document.groups.map(({ id, title }) => [id, title])),
    variableNames: new Map(document.variables.map(({ id, name }) => [id, name])),
  };
  const move = (from: number, to: number) => {
    const block = group.blocks[from];
    if (!isJsonObject(block) || from === to || to < 0 || to >= group.blocks.length) return;
    edit([
      {
        op: 'moveBlock',
        blockId: String(block.id),
        was: { groupId: group.id, index: from },
        value: { groupId: group.id, index: to },
      },
    ]);
  };
  const remove = async () => {
    const breakage = describeBreakage(document, { groupId: group.id });
    const count = group.blocks.length;
    const isConfirmed =
      (count === 0 && breakage === '') ||
      (await confirm({
        title: `Delete “${group.title}”?`,
        text: `${count === 1 ? 'Its block is' : `Its ${count} blocks are`} deleted with it. ${breakage} You can undo this.`,
        action: 'Delete',
        isDangerous: true,
      }));
    if (!isConfirmed) return;
    edit(planGroupDeletion(document, group.id, bot.id));
    select({});
  };
  const addGroup = () => {
    const { groupId, operations } = planGroup(document, newId, { besideId: group.id });
    edit(operations);
    select({ groupId });
  };
  const duplicate = () => {
    const operations = planGroupCopy(document, group.id, newId);
    edit(operations);
    const [copy] = operations;
    if (copy?.op === 'addGroup') select({ groupId: copy.value.id });
  };
  return (
    <div class="form-fields">
      <FieldFrame label="Title of the group" node={{}}>
        {({ id }) => (
          <TextControl
            id={id}
            look="line"
            value={group.title}
            onCommit={(title) =>
              edit([
                { op: 'changeGroup', groupId: group.id, path: ['title'], was: group.title, value: title },
              ])
            }
          />
        )}
      </FieldFrame>
      <IssueNotes issues={listIssuesOfPart(issues, group.id)} />
      <ol class="outline" aria-label="Blocks">
        {group.blocks.filter(isJsonObject).map((block, index) => {
          const label = getBlockType(block)?.label ?? String(block.type);
          const name = `${label} ${index + 1}`;
          return (
            <li
              key={String(block.id)}
              draggable
              data-dragged={dragged === index ? '' : undefined}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, index);
                setDragged(undefined);
              }}
            >
              <button
                type="button"
                onClick={() => select({ groupId: group.id, blockId: String(block.id) })}
                onKeyDown={(event) => {
                  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                  event.preventDefault();
                  move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
                }}
              >
                <span>{label}</span>
                <span class="soft">
                  {blockExcerpt(block as JsonObject, names)}{' '}
                  <IssueSign issues={listIssuesOfPart(issues, String(block.id))} />
                </span>
              </button>
              <Button
                look="quiet"
                icon="up"
                label={`Move ${name} up`}
                isDisabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <Button
                look="quiet"
                icon="down"
                label={`Move ${name} down`}
                isDisabled={index === group.blocks.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </li>
          );
        })}
      </ol>
      <div class="field-line">
        <AddBlock label="Add a block" groupId={group.id} index={group.blocks.length} isPrimary />
        <Button icon="plus" onClick={addGroup}>
          Add a group
        </Button>
        <Button icon="plus" onClick={duplicate}>
          Duplicate
        </Button>
        <CopyPartButton selection={{ groupId: group.id }} />
        <PastePartButton selection={{ groupId: group.id }} />
        <TidyButton />
        <Button icon="trash" onClick={() => void remove()}>
          Delete the group
        </Button>
      </div>
    </div>
  );
}
