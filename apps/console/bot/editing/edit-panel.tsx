import { useEffect, useRef, useState } from 'preact/hooks';
import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotEvent, Group } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { flowPicture } from '#lib/bots/flow/flow-picture.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { Bot } from '../../bots/bot-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { Button } from '../../parts/button.tsx';
import { SkeletonLines } from '../../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { showFailure } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import type { Draft } from '../draft/draft.ts';
import { openDraft } from '../draft/open-draft.ts';
import { useRefresh } from '../draft/use-refresh.ts';
import type { Named } from '../forms/named.ts';
import { BlockForm } from './block-form.tsx';
import { CollisionList } from './collision-list.tsx';
import { ClipboardKeys } from './copy-buttons.tsx';
import { EarlierEditsOffer } from './earlier-edits-offer.tsx';
import { type BlockInGroup, readBlock, type Selection } from './edited-parts.ts';
import { type DrawnConnection, type Editor, EditorContext, type GroupMove, useEditor } from './editor.ts';
import { EventForm } from './event-form.tsx';
import { getEventLabel } from './event-names.ts';
import { FlowOutline } from './flow-outline.tsx';
import { GroupForm } from './group-form.tsx';
import { isInText } from './is-in-text.ts';
import { SaveState } from './save-state.tsx';

export type EditPanelProps = {
  bot: Bot;
  selection: Selection;
  /** The latest move of a group in the picture. Another object is another move. */
  move: GroupMove | undefined;
  /** The latest connection that was drawn in the picture. Another object is another connection. */
  connection: DrawnConnection | undefined;
  onSelect: (selection: Selection) => void;
  /** Called with the picture of the flow whenever it changes. */
  onPicture: (svg: string) => void;
  /** Called with the bot as it was saved. */
  onSaved: (bot: Bot) => void;
};

/** The editor beside the picture of a flow. A draft of an older version is converted, if the person agrees. */
export function EditPanel(props: EditPanelProps) {
  const { bot } = props;
  const { client } = useSession();
  const [isAgreed, setAgreed] = useState(false);
  const isOld = !isV6(bot.version);
  const migrated = useLoad(
    isOld && isAgreed ? `bot:${bot.id}:migrated:${bot.updatedAt}` : undefined,
    async (signal) => {
      const params = { botId: bot.id };
      return (await client.getBot({ params, query: { migrateToLatestVersion: true }, signal })).bot;
    },
  );
  if (!isOld) return <DraftEditor {...props} />;
  if (migrated.data) return <DraftEditor {...props} bot={migrated.data} isMigrating />;
  if (migrated.error !== undefined) {
    return (
      <ErrorState
        title="The draft could not be converted."
        error={migrated.error}
        onRetry={migrated.reload}
      />
    );
  }
  if (isAgreed) return <SkeletonLines />;
  return (
    <EmptyState
      title={`This draft has version ${bot.version}`}
      action={
        <Button look="primary" onClick={() => setAgreed(true)}>
          Convert and edit
        </Button>
      }
    >
      Your first change converts it to version 6. The draft as it is now is kept as a release.
    </EmptyState>
  );
}

function DraftEditor(props: EditPanelProps & { isMigrating?: boolean }) {
  const { bot, selection, onSelect, onPicture, isMigrating = false } = props;
  const session = useSession();
  const { client, workspace } = session;
  const latest = useRef(props);
  latest.current = props;
  // Another version of the same bot belongs to the same draft.
  const [{ draft, takeOver, refresh, findEarlierEdits }] = useState(() =>
    openDraft(session, bot, { isMigrating, onSaved: (saved) => latest.current.onSaved(saved) }),
  );
  useEffect(() => takeOver(bot), [takeOver, bot]);
  useRefresh(refresh);
  const { document, save, collisions, canUndo, canRedo } = draft.view.value;
  const bots = useLoad<readonly Named[]>(`bots-to-link:${workspace.id}`, async (signal) => {
    const page = await client.listBots({ query: { workspaceId: workspace.id }, signal });
    return page.bots.map(({ id, name }) => ({ id, name }));
  });

  const latestOnPicture = useRef(onPicture);
  latestOnPicture.current = onPicture;
  useEffect(() => {
    latestOnPicture.current(flowPicture(document, document.name, bot.id));
  }, [document, bot.id]);
  useGroupMoves(draft, props.move);
  useDrawnConnections(draft, props.connection);
  useUnsavedWarning(save.status !== 'saved');
  useUndoKeys(draft);
  useSaveOnline(draft);
  useEffect(() => draft.saveNow, [draft]);

  const editor: Editor = {
    document,
    read: () => draft.view.peek().document,
    edit: (operations) => {
      if (!draft.edit(operations)) {
        showFailure('This was not changed.', new Error('The bot has changed in the meantime.'));
      }
    },
    select: onSelect,
    newId: () => createId(),
  };
  return (
    <EditorContext.Provider value={editor}>
      <div class="editor">
        <div class="editor-bar">
          <Button look="quiet" icon="undo" label="Undo" isDisabled={!canUndo} onClick={draft.undo} />
          <Button look="quiet" icon="redo" label="Redo" isDisabled={!canRedo} onClick={draft.redo} />
          <SaveState save={save} onRetry={draft.saveNow} />
        </div>
        <EarlierEditsOffer find={findEarlierEdits} />
        {collisions.length > 0 && <CollisionList collisions={collisions} onSettle={draft.settle} />}
        <ClipboardKeys selection={selection} />
        <SelectedPart selection={selection} bots={bots.data?.filter(({ id }) => id !== bot.id)} />
      </div>
    </EditorContext.Provider>
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
  const heading = useFocusOnChange(key);
  return (
    <>
      {(group || event) && <PathToPart group={group} isInGroup={located !== undefined} />}
      <h2 ref={heading} tabIndex={-1}>
        {getLabel(located, group, event)}
      </h2>
      {located ? (
        <BlockForm key={located.block.id} located={located} bots={bots} />
      ) : group ? (
        <GroupForm key={group.id} group={group} />
      ) : event ? (
        <EventForm key={event.id} event={event} bots={bots} />
      ) : (
        <FlowOutline />
      )}
    </>
  );
}

/** A screen reader reads the heading of what has been opened, and Tab goes on from there. */
function useFocusOnChange(key: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) heading.current?.focus();
    before.current = key;
  }, [key]);
  return heading;
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
function useDrawnConnections(draft: Draft, connection: DrawnConnection | undefined): void {
  const done = useRef(connection);
  useEffect(() => {
    if (!connection || done.current === connection) return;
    done.current = connection;
    const { document } = draft.view.peek();
    const { from, to } = connection;
    const event = 'eventId' in from && document.events?.find(({ id }) => id === from.eventId);
    // Events of replies lead to whole groups.
    const isWhole = event && (event.type === 'reply' || event.type === 'invalidReply');
    const target = isWhole ? { groupId: to.groupId } : to;
    try {
      draft.edit(planConnection(document, from, target, () => createId()));
    } catch (error) {
      // The picture may still show what has just been deleted.
      showFailure('This was not connected.', error);
    }
  }, [draft, connection]);
}

/** Asks before the tab is closed with edits that have not been saved. */
function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isUnsaved]);
}

/** Sends what could not be sent as soon as the browser is online again. */
function useSaveOnline(draft: Draft): void {
  useEffect(() => {
    addEventListener('online', draft.saveNow);
    return () => removeEventListener('online', draft.saveNow);
  }, [draft]);
}

function readUndoKey(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (isInText(event) || event.altKey || !(event.ctrlKey || event.metaKey)) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : undefined;
}

/** Ctrl+Z takes back the last edit. In a text, the browser takes back letters instead. */
function useUndoKeys(draft: Draft): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = readUndoKey(event);
      if (!step) return;
      event.preventDefault();
      draft[step]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [draft]);
}
