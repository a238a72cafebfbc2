import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotEvent, Group } from '#lib/bots/document/bot-document.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { flowPicture } from '#lib/bots/flow/flow-picture.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { Bot } from '../../bots/bot-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { showFailure } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import type { CheckedBot } from '../check/live-issues.ts';
import type { Draft } from '../draft/draft.ts';
import type { Named } from '../forms/named.ts';
import { BlockForm } from './block-form.tsx';
import { ClipboardKeys } from './copy-buttons.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { type BlockInGroup, isUntouched, planGroup, readBlock, type Selection } from './edited-parts.ts';
import { type DrawnConnection, type GroupMove, useEditor } from './editor.ts';
import { EventForm } from './event-form.tsx';
import { getEventLabel } from './event-names.ts';
import { FlowOutline } from './flow-outline.tsx';
import { GroupForm } from './group-form.tsx';

export type EditPanelProps = {
  bot: Bot;
  selection: Selection;
  /** The latest move of a group in the picture. Another object is another move. */
  move: GroupMove | undefined;
  /** The latest connection that was drawn in the picture. Another object is another connection. */
  connection: DrawnConnection | undefined;
  onSelect: (selection: Selection) => void;
  /** The saved bot, as the service has checked it. */
  checked: CheckedBot | undefined;
  /** Called with the document and its issues whenever either changes. */
  onChecked: (checked: CheckedBot) => void;
  /** Called with the picture of the flow whenever it changes. */
  onPicture: (svg: string) => void;
  /** Called with the bot as it was saved. */
  onSaved: (bot: Bot) => void;
};

/** The editor beside the picture of a flow. */
export function EditPanel(props: EditPanelProps) {
  const { bot, checked, onSelect, onSaved } = props;
  return (
    <DraftEditor bot={bot} checked={checked} onSelect={onSelect} onSaved={onSaved}>
      {(draft) => <FlowEditor {...props} draft={draft} />}
    </DraftEditor>
  );
}

function FlowEditor(props: EditPanelProps & { draft: Draft }) {
  const { bot, draft, selection, onPicture } = props;
  const { client, workspace } = useSession();
  const { document, issues, isChecked } = useEditor();
  const bots = useLoad<readonly Named[]>(`bots-to-link:${workspace.id}`, async (signal) => {
    const page = await client.listBots({ query: { workspaceId: workspace.id }, signal });
    return page.bots.map(({ id, name }) => ({ id, name }));
  });

  const latestOnPicture = useRef(onPicture);
  latestOnPicture.current = onPicture;
  useEffect(() => {
    latestOnPicture.current(flowPicture(document, document.name, bot.id));
  }, [document, bot.id]);
  const latestOnChecked = useRef(props.onChecked);
  latestOnChecked.current = props.onChecked;
  useEffect(() => {
    if (isChecked) latestOnChecked.current({ document, issues });
  }, [document, issues, isChecked]);
  useGroupMoves(draft, props.move);
  useDrawnConnections(draft, props.connection, props.onSelect);
  return (
    <>
      <ClipboardKeys selection={selection} />
      <SelectedPart selection={selection} bots={bots.data?.filter(({ id }) => id !== bot.id)} />
    </>
  );
}

/** The form of what is selected, and the way back to what it is a part of. */
function SelectedPart(props: { selection: Selection; bots: readonly Named[] | undefined }) {
  const { selection, bots } = props;
  const { document } = useEditor();
  const located = selection.blockId === undefined ? undefined : readBlock(document, selection.blockId);
  const group = located?.group ?? document.groups.find(({ id }) => id === selection.groupId);
  const event = document.events?.find(({ id }) => id === selection.eventId);
  const key = located?.block.id ?? group?.id ?? event?.id ?? '';
  const part = useFocusOnChange(key, located !== undefined && isUntouched(located.block));
  return (
    <div ref={part} class="editor-part">
      {(group || event) && <PathToPart group={group} isInGroup={located !== undefined} />}
      <h2 tabIndex={-1}>{getLabel(located, group, event)}</h2>
      {located ? (
        <BlockForm key={located.block.id} located={located} bots={bots} />
      ) : group ? (
        <GroupForm key={group.id} group={group} />
      ) : event ? (
        <EventForm key={event.id} event={event} bots={bots} />
      ) : (
        <FlowOutline />
      )}
    </div>
  );
}

const FIRST_FIELD = '.form-fields :is(input, textarea, select, [contenteditable="true"])';

/**
 * A screen reader reads the heading of what has been opened, and Tab goes on from there. Whoever has just added a block can
 * type at once.
 */
function useFocusOnChange(key: string, isNew: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(key);
  // Before the paint: whoever sees the part may type already.
  useLayoutEffect(() => {
    if (before.current === key) return;
    before.current = key;
    const field = isNew ? part.current?.querySelector<HTMLElement>(FIRST_FIELD) : undefined;
    (field ?? part.current?.querySelector('h2'))?.focus();
  }, [key, isNew]);
  return part;
}

function getLabel(
  located: BlockInGroup | undefined,
  group: Group | undefined,
  event: BotEvent | undefined,
): string {
  if (located) return getBlockType(located.block)?.label ?? String(located.block.type);
  if (group) return group.title || 'Without a title';
  return event ? getEventLabel(event) : 'Flow';
}

/** Buttons for the parts around the open one, from the outside in. */
function PathToPart({ group, isInGroup }: { group: Group | undefined; isInGroup: boolean }) {
  const { select } = useEditor();
  return (
    <nav class="editor-path" aria-label="Part of the flow">
      <button type="button" class="button quiet" onClick={() => select({})}>
        Flow
      </button>
      {isInGroup && group && (
        <button type="button" class="button quiet" onClick={() => select({ groupId: group.id })}>
          {group.title || 'Without a title'}
        </button>
      )}
    </nav>
  );
}

/** Moves groups as they were moved in the picture. */
function useGroupMoves(draft: Draft, move: GroupMove | undefined): void {
  const done = useRef(move);
  useEffect(() => {
    if (!move || done.current === move) return;
    done.current = move;
    const { document } = draft.view.peek();
    const was = document.groups.find(({ id }) => id === move.groupId)?.graphCoordinates;
    if (!was) return;
    const value = { x: was.x + move.dx, y: was.y + move.dy };
    draft.edit([{ op: 'moveGroup', groupId: move.groupId, was: { x: was.x, y: was.y }, value }]);
  }, [draft, move]);
}

/** Connects what was connected in the picture. */
function useDrawnConnections(
  draft: Draft,
  connection: DrawnConnection | undefined,
  select: (selection: Selection) => void,
): void {
  const done = useRef(connection);
  const latestSelect = useRef(select);
  latestSelect.current = select;
  useEffect(() => {
    if (!connection || done.current === connection) return;
    done.current = connection;
    const { document } = draft.view.peek();
    const { from, to } = connection;
    const event = 'eventId' in from && document.events?.find(({ id }) => id === from.eventId);
    // Events of replies lead to whole groups.
    const isWhole = event && (event.type === 'reply' || event.type === 'invalidReply');
    try {
      if ('at' in to) {
        const { groupId, operations } = planGroup(document, () => createId(), to, from);
        draft.edit(operations);
        latestSelect.current({ groupId });
      } else {
        draft.edit(planConnection(document, from, isWhole ? { groupId: to.groupId } : to, () => createId()));
      }
    } catch (error) {
      // The picture may still show what has just been deleted.
      showFailure('This was not connected.', error);
    }
  }, [draft, connection]);
}
