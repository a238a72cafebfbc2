import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { type Bot, useBot } from '../bots/bot-context.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { lazyPage } from '../layout/lazy-page.tsx';
import { Button } from '../parts/button.tsx';
import { Segments } from '../parts/segments.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useMedia } from '../parts/use-media.ts';
import { useRole, useSession } from '../session/session.ts';
import type { CheckedBot } from './check/live-issues.ts';
import type { Selection } from './editing/edited-parts.ts';
import type { DrawnConnection, GroupMove } from './editing/editor.ts';
import { findStart } from './find-start.ts';
import { FlowIssueList, findGroupIndex } from './flow-issue-list.tsx';
import { FlowPicture, type FlowPictureProps } from './flow-picture.tsx';
import { GroupSearch } from './group-search.tsx';
import { ListenReplies } from './listen-replies.tsx';
import type { TracedTurn } from './read-trace.ts';
import { toTakenPath } from './taken-path.ts';
import { TryOut, type TryOutTrace } from './try-out.tsx';

const EditPanel = lazyPage(() => import('./editing/edit-panel.tsx').then(({ EditPanel }) => EditPanel));

const PANEL_NAMES = { edit: 'Edit', try: 'Try it', issues: 'Issues', flow: 'Flow' };

const NO_GROUPS: ReadonlySet<string> = new Set();

const NO_TURNS: readonly TracedTurn[] = [];

/** A person takes far fewer turns with a draft. */
const MAX_TURNS = 200;

/**
 * `/bots/{id}`: the picture of the flow, what is wrong with it, and a chat with the draft. The query is `group`, the
 * group that is shown, `block` or `event`, the part that is edited, and `panel`, what is beside the picture: `edit`, `try`,
 * `issues` or, on a phone, `flow`.
 */
export function FlowPage() {
  const { client } = useSession();
  const { bot, change } = useBot();
  const canEdit = useRole('editor', bot.workspaceId) && !bot.isArchived;
  const isNarrow = useMedia('(max-width: 900px)');
  const { panel, selection, shown, show, open, choosePanel } = useAddressedPart(isNarrow);
  const groups = useMemo(() => groupsOf(bot), [bot]);
  /** The latest move of a group in the picture, for the editor. */
  const [move, setMove] = useState<GroupMove>();
  /** The latest connection that was drawn in the picture, for the editor. */
  const [connection, setConnection] = useState<DrawnConnection>();

  const isEditing = canEdit && panel === 'edit';
  /** Whether somebody has opened the editor. It then stays, so that nothing is lost behind another panel. */
  const [hasEditor, setEditor] = useState(isEditing);
  if (isEditing && !hasEditor) setEditor(true);
  /** Picture of the flow as it is being edited. */
  const [drawn, setDrawn] = useState<string>();
  const picture = useLoad(
    drawn === undefined ? `bot:${bot.id}:picture:${bot.updatedAt}` : undefined,
    (signal) => client.getBotGraph({ params: { botId: bot.id }, signal }),
  );
  const { checked, check, checkedGroups, failing, setLive } = useCheck(bot, groups);

  const moveGroup = (id: string, dx: number, dy: number) => setMove({ groupId: id, dx, dy });
  const count = check.data?.length ?? 0;
  const panels = listPanels({ isNarrow, canEdit });
  const shownPanel = panels.find((name) => name === panel) ?? (isNarrow ? 'flow' : 'try');
  const { path, trace } = useChatTrace(bot, shownPanel, show);
  const options = panels.map((value) => ({
    value,
    label: value === 'issues' && count > 0 ? `Issues (${count})` : PANEL_NAMES[value],
  }));

  return (
    <div class="split-view" data-shown={shownPanel === 'flow' ? 'main' : 'side'}>
      <div class="split-panels">
        <Segments label="Beside the flow" value={shownPanel} options={options} onChoose={choosePanel} />
      </div>
      <div class="split-main flow-canvas">
        <GroupSearch groups={groups} onShow={show} />
        <FlowCanvas
          svg={drawn ?? picture.data}
          picture={picture}
          shown={shown}
          failing={failing}
          path={path}
          onOpen={canEdit ? (part) => open(part, false) : undefined}
          onMoveGroup={isEditing ? moveGroup : undefined}
          onConnect={isEditing ? setConnection : undefined}
        />
      </div>
      <FlowSide
        panel={shownPanel}
        check={check}
        onShow={(index) => show(checkedGroups[index]?.id)}
        trace={trace}
        editor={
          hasEditor && canEdit ? (
            <EditPanel
              bot={bot}
              selection={selection}
              move={move}
              connection={connection}
              onSelect={(chosen) => open(chosen, true)}
              checked={checked}
              onChecked={setLive}
              onPicture={setDrawn}
              onSaved={change}
            />
          ) : undefined
        }
      />
    </div>
  );
}

/** The check of the saved bot and, once the editor is open, of the flow as it is being edited. */
function useCheck(bot: Bot, groups: readonly { id: string }[]) {
  const { client } = useSession();
  const load = useLoad<readonly FlowIssue[]>(`bot:${bot.id}:check:${bot.updatedAt}`, async (signal) => {
    const { issues } = await client.checkBot({
      body: { bot: bot as never, workspaceId: bot.workspaceId },
      signal,
    });
    return issues;
  });
  /** The saved bot with its issues. The earlier one stays while the service checks the next. */
  const checked = useRef<CheckedBot>();
  if (load.data && checked.current?.issues !== load.data) {
    checked.current = { document: bot as unknown as BotDocument, issues: load.data };
  }
  const [live, setLive] = useState<CheckedBot>();
  const check: IssueLoad = live ? { ...load, data: live.issues } : load;
  const checkedGroups = live?.document.groups ?? groups;
  const failing = useMemo(() => findFailing(check.data, checkedGroups), [check.data, checkedGroups]);
  return { checked: checked.current, check, checkedGroups, failing, setLive };
}

/** The part of the flow and the panel that the address names, and how to choose others. */
function useAddressedPart(isNarrow: boolean) {
  const query = useAddressQuery();
  const [choices, setChoices] = useState(0);
  const groupId = query.get('group') || undefined;
  const blockId = query.get('block') || undefined;
  const eventId = query.get('event') || undefined;
  const shown = useMemo(() => (groupId === undefined ? undefined : { groupId, choices }), [groupId, choices]);
  return {
    panel: query.get('panel'),
    selection: { groupId, blockId, eventId },
    /** Group that the picture shows. Another object shows it again. */
    shown,
    show: (id: string | undefined) => {
      if (id === undefined) return;
      // On a phone, the picture is behind the list.
      query.set({ group: id, block: '', event: '', ...(isNarrow && { panel: '' }) });
      setChoices((n) => n + 1);
    },
    /** @param isFound whether the picture should show where the part is */
    open: (part: Selection, isFound: boolean) => {
      const { groupId: group = '', blockId: block = '', eventId: event = '' } = part;
      query.set({ panel: 'edit', group, block, event });
      if (isFound) setChoices((n) => n + 1);
    },
    choosePanel: (name: PanelName) => query.set({ panel: name === 'flow' ? '' : name }),
  };
}

/** Keeps what the latest chat with the draft did. The picture shows the way it took beside the chat and, on a phone, behind it. */
function useChatTrace(bot: Bot, panel: PanelName, onShow: (groupId: string) => void) {
  const [turns, setTurns] = useState(NO_TURNS);
  const path = useMemo(() => (turns.length === 0 ? undefined : toTakenPath(turns, bot)), [turns, bot]);
  const trace: TryOutTrace = {
    turns,
    onBegin: () => setTurns(NO_TURNS),
    // The frame is a bot's, whose script could send turns without end.
    onTurn: (turn) => setTurns((before) => [...before, turn].slice(-MAX_TURNS)),
    onShow,
  };
  return { path: panel === 'try' || panel === 'flow' ? path : undefined, trace };
}

/** The picture, or what there is in its place. */
function FlowCanvas(
  props: Pick<FlowPictureProps, 'shown' | 'failing' | 'path' | 'onOpen' | 'onMoveGroup' | 'onConnect'> & {
    svg: string | undefined;
    picture: Load<string>;
  },
) {
  const { svg, picture, shown, failing, path, onOpen, onMoveGroup, onConnect } = props;
  const { bot } = useBot();
  const start = useMemo(() => findStart(bot), [bot]);
  if (svg === undefined) return <MissingPicture picture={picture} />;
  return (
    <>
      <FlowPicture
        svg={svg}
        name={bot.name}
        shown={shown}
        start={start}
        failing={failing}
        path={path}
        onOpen={onOpen}
        onMoveGroup={onMoveGroup}
        onConnect={onConnect}
      />
      {/* In the editor, groups can be moved, so it is open. */}
      {bot.groups.length === 0 && !onMoveGroup && <EmptyFlow onEdit={onOpen && (() => onOpen({}))} />}
    </>
  );
}

/** The panel beside the picture. The editor stays behind the other panels, so that nothing is lost. */
function FlowSide(props: {
  panel: PanelName;
  check: IssueLoad;
  onShow: (groupIndex: number) => void;
  trace: TryOutTrace;
  editor: ComponentChildren;
}) {
  const { panel, check, onShow, trace, editor } = props;
  const { bot } = useBot();
  return (
    <aside class="split-side" aria-label={PANEL_NAMES[panel]}>
      {editor && <div hidden={panel !== 'edit'}>{editor}</div>}
      {panel === 'issues' && (
        <>
          <ListenReplies />
          <IssuesPanel check={check} onShow={onShow} />
        </>
      )}
      {panel === 'try' && <TryOut bot={bot} trace={trace} />}
    </aside>
  );
}

type IssueLoad = Pick<Load<readonly FlowIssue[]>, 'data' | 'error' | 'reload'>;

type PanelName = keyof typeof PANEL_NAMES;

/** Lists what can be beside the picture, or on a phone in its place. */
function listPanels({ isNarrow, canEdit }: { isNarrow: boolean; canEdit: boolean }): PanelName[] {
  return [...(isNarrow ? (['flow'] as const) : []), ...(canEdit ? (['edit'] as const) : []), 'try', 'issues'];
}

/** Returns the ids of the groups with errors. */
function findFailing(
  issues: readonly FlowIssue[] | undefined,
  groups: readonly { id: string }[],
): ReadonlySet<string> {
  const errors = issues?.filter(({ severity }) => severity === 'error') ?? [];
  const ids = errors.map(({ path }) => groups[findGroupIndex(path) ?? -1]?.id ?? '');
  return ids.length === 0 ? NO_GROUPS : new Set(ids);
}

function EmptyFlow({ onEdit }: { onEdit: (() => void) | undefined }) {
  return (
    <div class="flow-empty">
      <EmptyState
        title="The flow is empty"
        action={
          onEdit && (
            <Button look="primary" onClick={onEdit}>
              Edit the flow
            </Button>
          )
        }
      >
        Add groups in the editor, import a file over this bot with <code>bots import --replace</code>, or
        change it over the API.
      </EmptyState>
    </div>
  );
}

function MissingPicture({ picture: { error, reload } }: { picture: Load<string> }) {
  if (error === undefined) return <span class="skeleton flow-skeleton" />;
  return <ErrorState title="The picture could not be loaded." error={error} onRetry={reload} />;
}

function IssuesPanel(props: { check: IssueLoad; onShow: (groupIndex: number) => void }) {
  const { data, error, reload } = props.check;
  if (data !== undefined) return <FlowIssueList issues={data} onShow={props.onShow} />;
  if (error === undefined) return <SkeletonLines />;
  return <ErrorState title="The flow could not be checked." error={error} onRetry={reload} />;
}

function groupsOf(bot: Bot): readonly { id: string; title: string }[] {
  return bot.groups.map(({ id, title }) => ({ id: String(id), title: String(title ?? '') }));
}
