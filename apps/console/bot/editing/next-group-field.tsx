import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { Button } from '../../parts/button.tsx';
import { TargetField } from '../forms/target-field.tsx';
import { type EdgeSource, findEdge, listBlockNames, planGroup, readBlock } from './edited-parts.ts';
import { useEditor } from './editor.ts';

/** Where a chat goes on after an event, a block or an item: a group and, if it is not its first one, a block in it. */
export function NextGroupField(props: {
  /** Words for the source, as the subject of a sentence. */
  source: string;
  from: EdgeSource;
  none: string;
  /** Whether the chat can go on in the middle of a group. Otherwise only a block that is chosen already is shown. */
  canSkipBlocks?: boolean;
}) {
  const { source, from, none, canSkipBlocks = true } = props;
  const { document, edit, select, newId } = useEditor();
  const groups = document.groups.map(({ id, title }) => ({ id, name: title }));
  const to = findEdge(document, from)?.to;
  const target = document.groups.find(({ id }) => id === to?.groupId);
  const hasChoice = to?.blockId !== undefined || (canSkipBlocks && (target?.blocks.length ?? 0) > 1);
  const connect = (groupId: string | undefined, blockId?: string) => {
    const next = groupId && { groupId, ...(blockId !== undefined && { blockId }) };
    edit(planConnection(document, from, next || undefined, newId));
  };
  const connectNew = () => {
    const besideId = 'blockId' in from ? readBlock(document, from.blockId)?.group.id : undefined;
    const { groupId, operations } = planGroup(document, newId, { besideId }, from);
    edit(operations);
    select({ groupId });
  };
  return (
    <>
      <div class="next-group">
        <TargetField
          label={`${source} leads to`}
          node={{}}
          value={to?.groupId}
          targets={groups}
          none={none}
          onChange={connect}
        />
        {!to && (
          <Button icon="plus" label={`New group for ${source}`} onClick={connectNew}>
            New group
          </Button>
        )}
      </div>
      {to && hasChoice && (
        <TargetField
          label="Block of that group"
          node={{}}
          value={to.blockId}
          targets={listBlockNames(target?.blocks ?? [])}
          none="With the first block"
          onChange={(blockId) => connect(to.groupId, blockId)}
        />
      )}
    </>
  );
}
