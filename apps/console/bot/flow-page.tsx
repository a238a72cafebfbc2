import { useMemo, useState } from 'preact/hooks';
import { type Bot, useBot } from '../bots/bot-context.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { Segments } from '../parts/segments.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useMedia } from '../parts/use-media.ts';
import { useSession } from '../session/session.ts';
import { findStart } from './find-start.ts';
import { type FlowIssue, FlowIssueList, findGroupIndex } from './flow-issue-list.tsx';
import { FlowPicture } from './flow-picture.tsx';
import { GroupSearch } from './group-search.tsx';
import { ListenReplies } from './listen-replies.tsx';
import { TryOut } from './try-out.tsx';

const NO_GROUPS: ReadonlySet<string> = new Set();

/**
 * `/bots/{id}`: the picture of the flow, what is wrong with it, and a chat with the draft. The query is `group`, the
 * group that is shown, and `panel`, what is beside the picture: `try`, `issues` or, on a phone, `flow`.
 */
export function FlowPage() {
  const { client, workspace } = useSession();
  const { bot } = useBot();
  const query = useAddressQuery();
  const [choices, setChoices] = useState(0);
  const panel = query.get('panel');
  const isNarrow = useMedia('(max-width: 900px)');
  const groupId = query.get('group') || undefined;
  const groups = useMemo(() => groupsOf(bot), [bot]);
  const shown = useMemo(() => (groupId === undefined ? undefined : { groupId, choices }), [groupId, choices]);
  const start = useMemo(() => findStart(bot), [bot]);

  const picture = useLoad(`bot:${bot.id}:picture:${bot.updatedAt}`, (signal) =>
    client.getBotGraph({ params: { botId: bot.id }, signal }),
  );
  const check = useLoad(`bot:${bot.id}:check:${bot.updatedAt}`, async (signal) => {
    const { issues } = await client.checkBot({
      body: { bot: bot as never, workspaceId: workspace.id },
      signal,
    });
    return issues;
  });
  const failing = useMemo(() => {
    const errors = check.data?.filter(({ severity }) => severity === 'error') ?? [];
    const ids = errors.map(({ path }) => groups[findGroupIndex(path) ?? -1]?.id ?? '');
    return ids.length === 0 ? NO_GROUPS : new Set(ids);
  }, [check.data, groups]);

  const show = (id: string | undefined) => {
    if (id === undefined) return;
    // On a phone, the picture is behind the list.
    query.set({ group: id, ...(isNarrow && { panel: '' }) });
    setChoices((n) => n + 1);
  };
  const count = check.data?.length ?? 0;
  const shownPanel = panel === 'issues' || panel === 'try' ? panel : isNarrow ? 'flow' : 'try';
  const options = [
    ...(isNarrow ? [{ value: 'flow', label: 'Flow' } as const] : []),
    { value: 'try', label: 'Try it' } as const,
    { value: 'issues', label: count === 0 ? 'Issues' : `Issues (${count})` } as const,
  ];

  return (
    <div class="flow" data-panel={shownPanel}>
      <div class="flow-panels">
        <Segments
          label="Beside the flow"
          value={shownPanel}
          options={options}
          onChoose={(value) => query.set({ panel: value === 'flow' ? '' : value })}
        />
      </div>
      <div class="flow-canvas">
        <GroupSearch groups={groups} onShow={show} />
        {picture.data === undefined ? (
          <MissingPicture picture={picture} />
        ) : (
          <FlowPicture svg={picture.data} name={bot.name} shown={shown} start={start} failing={failing} />
        )}
        {picture.data !== undefined && groups.length === 0 && (
          <div class="flow-empty">
            <EmptyState title="The flow is empty">
              Import a file over this bot with <code>bots import --replace</code>, or change it over the API.
            </EmptyState>
          </div>
        )}
      </div>
      <aside class="flow-side" aria-label={shownPanel === 'issues' ? 'Issues' : 'Try it'}>
        {shownPanel === 'issues' && (
          <>
            <ListenReplies />
            <IssuesPanel check={check} onShow={(index) => show(groups[index]?.id)} />
          </>
        )}
        {shownPanel === 'try' && <TryOut bot={bot} />}
      </aside>
    </div>
  );
}

function MissingPicture({ picture: { error, reload } }: { picture: Load<string> }) {
  if (error === undefined) return <span class="skeleton flow-skeleton" />;
  return <ErrorState title="The picture could not be loaded." error={error} onRetry={reload} />;
}

function IssuesPanel(props: { check: Load<FlowIssue[]>; onShow: (groupIndex: number) => void }) {
  const { data, error, reload } = props.check;
  if (data !== undefined) return <FlowIssueList issues={data} onShow={props.onShow} />;
  if (error === undefined) return <SkeletonLines />;
  return <ErrorState title="The flow could not be checked." error={error} onRetry={reload} />;
}

function groupsOf(bot: Bot): readonly { id: string; title: string }[] {
  return bot.groups.map(({ id, title }) => ({ id: String(id), title: String(title ?? '') }));
}
