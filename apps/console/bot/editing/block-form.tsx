import forms from 'virtual:block-forms';
import { getBlockType } from '#lib/blocks/block-types.ts';
import { planBlockCopy } from '#lib/bots/editing/plan-copy.ts';
import { planBlockDeletion } from '#lib/bots/editing/plan-deletion.ts';
import { itemExcerpt } from '#lib/bots/flow/block-excerpt.ts';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { confirm } from '../../parts/confirmation.tsx';
import { listIssuesOfPart } from '../check/live-issues.ts';
import { FieldsForm } from '../forms/fields-form.tsx';
import { FormContext, type FormSurroundings } from '../forms/form-context.ts';
import type { FormEdit } from '../forms/form-edit.ts';
import { JsonField } from '../forms/json-field.tsx';
import { RequestTest } from '../request-test/request-test.tsx';
import { AddBlock } from './add-block.tsx';
import { planBlockEdit } from './block-edit.ts';
import { CopyPartButton, PastePartButton } from './copy-buttons.tsx';
import { type BlockInGroup, describeBreakage, listSources, readBlock } from './edited-parts.ts';
import { useEditor } from './editor.ts';
import { createSurroundings } from './form-surroundings.ts';
import { NextGroupField } from './next-group-field.tsx';
import { useCredentialsOffer } from './use-credentials-offer.ts';

/** A block: the form of its type, where it leads, and its deletion. */
export function BlockForm({ located, bots }: { located: BlockInGroup; bots: FormSurroundings['bots'] }) {
  const editor = useEditor();
  const { document, issues, read, edit, select, newId } = editor;
  const { bot } = useBot();
  const { block, group, index } = located;
  const type = String(block.type);
  const blockType = getBlockType(block);
  const fields = Object.hasOwn(forms, type) ? forms[type] : undefined;
  const names = {
    groupTitles: new Map(document.groups.map(({ id, title }) => [id, title])),
    variableNames: new Map(document.variables.map(({ id, name }) => [id, name])),
  };
  const applyEdit = (formEdit: FormEdit) => {
    const current = readBlock(read(), block.id)?.block;
    if (current) edit(planBlockEdit(read(), current, formEdit));
  };
  const surroundings = createSurroundings(
    editor,
    bots,
    applyEdit,
    listIssuesOfPart(issues, block.id),
    useCredentialsOffer(block),
  );
  const duplicate = () => {
    const operations = planBlockCopy(document, block.id, newId);
    edit(operations);
    const [copy] = operations;
    if (copy?.op === 'addBlock') select({ groupId: group.id, blockId: copy.value.id });
  };
  const remove = async () => {
    const breakage = describeBreakage(document, { groupId: group.id, blockId: block.id });
    const isConfirmed =
      breakage === '' ||
      (await confirm({
        title: 'Delete the block?',
        text: `${breakage} You can undo this.`,
        action: 'Delete',
        isDangerous: true,
      }));
    if (!isConfirmed) return;
    edit(planBlockDeletion(document, block.id, bot.id));
    select({ groupId: group.id });
  };
  const isLast = index === group.blocks.length - 1;
  return (
    <FormContext.Provider value={surroundings}>
      {blockType?.family === 'input' && (
        <p class="soft">Waits for the reply. The question is a text above this block.</p>
      )}
      {fields ? (
        <FieldsForm fields={fields} value={block} path={[]} />
      ) : (
        <JsonField
          label="Options"
          node={{ kind: 'any', description: 'This console does not know blocks of this type.' }}
          value={block.options}
          onChange={(value) =>
            surroundings.edit({ kind: 'set', path: ['options'], ...(value !== undefined && { value }) })
          }
        />
      )}
      {blockType && 'request' in blockType && (
        <RequestTest
          botId={bot.id}
          block={block}
          variables={document.variables}
          readBlock={() => readBlock(read(), block.id)?.block}
        />
      )}
      <section class="form-fields" aria-label="Connections">
        <h3>Connections</h3>
        {listSources(block).map(({ from, element }, position) => (
          <NextGroupField
            key={JSON.stringify(from)}
            source={`“${itemExcerpt(element, names) || `Item ${position + 1}`}”`}
            from={from}
            none="Where the block leads"
          />
        ))}
        <NextGroupField
          source="The block"
          from={{ blockId: block.id }}
          none={isLast ? 'Nowhere: the chat ends' : 'The next block'}
        />
      </section>
      <div class="field-line">
        <AddBlock label="Add a block below" groupId={group.id} index={index + 1} isPrimary />
        <Button icon="plus" onClick={duplicate}>
          Duplicate
        </Button>
        <CopyPartButton selection={{ groupId: group.id, blockId: block.id }} />
        <PastePartButton selection={{ groupId: group.id, blockId: block.id }} />
        <Button icon="trash" onClick={() => void remove()}>
          Delete the block
        </Button>
      </div>
    </FormContext.Provider>
  );
}
