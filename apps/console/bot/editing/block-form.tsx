import forms from 'virtual:block-forms';
import { getBlockType } from '#lib/blocks/block-types.ts';
import { itemExcerpt } from '#lib/bots/flow/block-excerpt.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { confirm } from '../../parts/confirmation.tsx';
import { FieldsForm } from '../forms/fields-form.tsx';
import { FormContext, type FormSurroundings } from '../forms/form-context.ts';
import { JsonField } from '../forms/json-field.tsx';
import { planBlockEdit } from './block-edit.ts';
import { useEditor } from './editor.ts';
import { NextGroupField } from './next-group-field.tsx';
import {
  type BlockInGroup,
  describeBreakage,
  listSources,
  planBlockDeletion,
  readBlock,
} from './plan-edits.ts';

/** A block: the form of its type, where it leads, and its deletion. */
export function BlockForm({ located, bots }: { located: BlockInGroup; bots: FormSurroundings['bots'] }) {
  const { document, read, edit, select, newId } = useEditor();
  const { block, group, index } = located;
  const type = String(block.type);
  const fields = Object.hasOwn(forms, type) ? forms[type] : undefined;
  const names = {
    groupTitles: new Map(document.groups.map(({ id, title }) => [id, title])),
    variableNames: new Map(document.variables.map(({ id, name }) => [id, name])),
  };
  const surroundings: FormSurroundings = {
    variables: document.variables,
    groups: document.groups.map(({ id, title, blocks }) => ({
      id,
      name: title,
      blocks: blocks.filter(isJsonObject).map((other, position) => ({
        id: String(other.id),
        name: `${position + 1}. ${getBlockType(other)?.label ?? String(other.type)}`,
      })),
    })),
    bots,
    edit: (formEdit) => {
      const current = readBlock(read(), block.id)?.block;
      if (current) edit(planBlockEdit(read(), current, formEdit));
    },
    createVariable: (name) => {
      const id = newId();
      edit([{ op: 'addVariable', value: { id, name } }]);
      return id;
    },
    newId,
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
    edit(planBlockDeletion(document, block.id));
    select({ groupId: group.id });
  };
  const isLast = index === group.blocks.length - 1;
  return (
    <FormContext.Provider value={surroundings}>
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
      <section class="form-fields" aria-label="Connections">
        <h3>Connections</h3>
        {listSources(block).map(({ from, element }, position) => (
          <NextGroupField
            key={JSON.stringify(from)}
            label={`“${itemExcerpt(element, names) || `Item ${position + 1}`}” leads to`}
            from={from}
            none="As the block"
          />
        ))}
        <NextGroupField
          label="The block leads to"
          from={{ blockId: block.id }}
          none={isLast ? 'Nowhere: the chat ends' : 'The next block'}
        />
      </section>
      <div>
        <Button icon="trash" onClick={() => void remove()}>
          Delete the block
        </Button>
      </div>
    </FormContext.Provider>
  );
}
