import { TargetField } from '../forms/target-field.tsx';
import { useEditor } from './editor.ts';
import { type EdgeSource, findEdge, planConnection } from './plan-edits.ts';

/** Where a chat goes on after an event, a block or an item. */
export function NextGroupField(props: { label: string; from: EdgeSource; none: string }) {
  const { label, from, none } = props;
  const { document, edit, newId } = useEditor();
  const groups = document.groups.map(({ id, title }) => ({ id, name: title }));
  return (
    <TargetField
      label={label}
      node={{}}
      value={findEdge(document, from)?.to.groupId}
      targets={groups}
      none={none}
      onChange={(groupId) => edit(planConnection(document, from, groupId ? { groupId } : undefined, newId))}
    />
  );
}
