import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { Bot } from '../../bots/bot-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { Button } from '../../parts/button.tsx';
import { isInText } from '../../parts/is-in-text.ts';
import { SkeletonLines } from '../../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { showFailure } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import type { CheckedBot } from '../check/live-issues.ts';
import { useLiveIssues } from '../check/use-live-issues.ts';
import type { Draft } from '../draft/draft.ts';
import { openDraft } from '../draft/open-draft.ts';
import { useRefresh } from '../draft/use-refresh.ts';
import { CollisionList } from './collision-list.tsx';
import { EarlierEditsOffer } from './earlier-edits-offer.tsx';
import type { Selection } from './edited-parts.ts';
import { type Editor, EditorContext } from './editor.ts';
import { SaveState } from './save-state.tsx';

const NO_ISSUES: readonly FlowIssue[] = [];

type DraftEditorProps = {
  bot: Bot;
  /** The saved bot, as the service has checked it. */
  checked?: CheckedBot | undefined;
  /** Called with the bot as it was saved. */
  onSaved: (bot: Bot) => void;
  /** Opens a part of the flow. */
  onSelect?: (selection: Selection) => void;
  /** Forms for the draft. The draft stays the same one while it is edited. */
  children: (draft: Draft) => ComponentChildren;
};

/**
 * An editor of a draft: undo, the state of saving and others' changes, around forms. A draft of an older version is
 * converted, if the person agrees.
 */
export function DraftEditor(props: DraftEditorProps) {
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
  if (!isOld) return <OpenDraftEditor {...props} />;
  if (migrated.data) return <OpenDraftEditor {...props} bot={migrated.data} isMigrating />;
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

function OpenDraftEditor(props: DraftEditorProps & { isMigrating?: boolean }) {
  const { bot, checked, onSelect, children, isMigrating = false } = props;
  const session = useSession();
  const latest = useRef(props);
  latest.current = props;
  // Another version of the same bot belongs to the same draft.
  const [{ draft, takeOver, refresh, findEarlierEdits }] = useState(() =>
    openDraft(session, bot, { isMigrating, onSaved: (saved) => latest.current.onSaved(saved) }),
  );
  useEffect(() => takeOver(bot), [takeOver, bot]);
  useRefresh(refresh);
  const { document, save, collisions, canUndo, canRedo } = draft.view.value;
  const live = useLiveIssues(document, bot.id, checked);
  useUnsavedWarning(save.status !== 'saved');
  useUndoKeys(draft);
  useSaveOnline(draft);
  useEffect(() => draft.saveNow, [draft]);

  const editor: Editor = {
    document,
    issues: live ?? checked?.issues ?? NO_ISSUES,
    isChecked: live !== undefined,
    read: () => draft.view.peek().document,
    edit: (operations) => {
      if (!draft.edit(operations)) {
        showFailure('This was not changed.', new Error('The bot has changed in the meantime.'));
      }
    },
    select: (selection) => onSelect?.(selection),
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
        {children(draft)}
      </div>
    </EditorContext.Provider>
  );
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
