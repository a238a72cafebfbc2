import type { ComponentChildren } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type AddressQuery, useAddressQuery } from '../data/use-address-query.ts';
import { type Pages, usePages } from '../data/use-pages.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { useKey } from '../parts/keys.ts';
import { SearchField } from '../parts/search-field.tsx';
import { Segments } from '../parts/segments.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useRole, useSession } from '../session/session.ts';
import { useBotActions } from './bot-actions.ts';
import type { ListedState } from './bot-state.tsx';
import { BotTable } from './bot-table.tsx';
import { FileDrop } from './file-drop.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { ListedBot } from './listed-bot.ts';
import { NewBotDialog } from './new-bot-dialog.tsx';

/** As long as the service takes. */
const MAX_SEARCH_CHARS = 200;

const STATES: readonly { value: ListedState | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'changed', label: 'Changed' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
];

const SORTS: readonly { value: string; label: string }[] = [
  { value: '', label: 'Newest' },
  { value: 'changed', label: 'Last change' },
  { value: 'name', label: 'Name' },
];

/** `/`: the bots of the workspace. The query is `search`, `folder`, `state` and `sort`. */
export function BotsPage() {
  const { client, workspace } = useSession();
  const canEdit = useRole('editor');
  const query = useAddressQuery();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'new' | { files: readonly File[] }>();
  const fileInput = useRef<HTMLInputElement>(null);

  const filter = readBotFilter(query);
  const { search, folder, state, sort } = filter;
  const isArchived = state === 'archived';

  const pages = usePages<ListedBot>(
    `bots:${workspace.id}:${JSON.stringify([search, folder, state])}`,
    async (cursor, signal) => {
      const { bots, nextCursor, searched } = await client.listBots({
        query: {
          workspaceId: workspace.id,
          cursor,
          folderId: folder || undefined,
          archived: isArchived ? 'true' : undefined,
          search: search || undefined,
          state: state === '' || state === 'archived' ? undefined : state,
        },
        signal,
      });
      return { items: bots, nextCursor, searched };
    },
  );
  const actions = useBotActions({
    onGone: ({ id }) => pages.change((bots) => bots.filter((bot) => bot.id !== id)),
  });
  const folders = useFolders(pages.items, folder);
  const openImport = useCallback((files: readonly File[]) => {
    if (files.length > 0) setDialog({ files });
  }, []);
  const chooseFiles = () => fileInput.current?.click();

  useKey('n', 'New bot', () => canEdit && setDialog('new'));
  useKey('i', 'Import bots from files', () => canEdit && chooseFiles());

  const shown = sortBots(pages.items ?? [], sort);
  const isFiltered = search !== '' || folder !== '' || state !== '';
  const folderId = folder === '' || folder === 'root' ? undefined : folder;

  return (
    <Page
      title="Bots"
      actions={
        canEdit && (
          <>
            <Button icon="upload" onClick={chooseFiles}>
              Import
            </Button>
            <Button look="primary" icon="plus" onClick={() => setDialog('new')}>
              New bot
            </Button>
          </>
        )
      }
    >
      <input
        ref={fileInput}
        type="file"
        accept=".json,application/json"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          openImport([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {canEdit && <FileDrop label="Drop files to import bots" onDrop={openImport} />}

      <BotFilters query={query} filter={filter} folders={folders} />

      <div class="card" aria-busy={pages.isLoading}>
        <BotList
          pages={pages}
          bots={shown}
          isArchived={isArchived}
          actions={actions}
          whenEmpty={
            isFiltered ? (
              <NoMatch isArchive={isArchived && search === ''} onShowAll={() => navigate('/')} />
            ) : (
              <FirstSteps onImport={canEdit ? chooseFiles : undefined} />
            )
          }
        />
        {pages.hasMore && <MoreBots pages={pages} shown={shown.length} isSorted={sort !== ''} />}
        {pages.moreError !== undefined && (
          <ErrorState
            title="The next page could not be loaded."
            error={pages.moreError}
            onRetry={pages.loadMore}
          />
        )}
      </div>

      {dialog === 'new' && <NewBotDialog folderId={folderId} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <ImportDialog
          files={dialog.files}
          folderId={folderId}
          onImported={pages.reload}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

type BotFilter = { search: string; folder: string; state: ListedState | ''; sort: string };

function readBotFilter(query: AddressQuery): BotFilter {
  return {
    search: query.get('search'),
    folder: query.get('folder'),
    state: STATES.find(({ value }) => value === query.get('state'))?.value ?? '',
    sort: SORTS.find(({ value }) => value === query.get('sort'))?.value ?? '',
  };
}

function BotFilters(props: { query: AddressQuery; filter: BotFilter; folders: readonly string[] }) {
  const { query, filter, folders } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element search is not known everywhere
    <div class="bots-filters" role="search">
      <SearchField
        label="Search bots"
        value={filter.search}
        maxLength={MAX_SEARCH_CHARS}
        onSearch={(text) => query.set({ search: text })}
      />
      <Segments
        label="State"
        value={filter.state}
        options={STATES}
        onChoose={(value) => query.set({ state: value }, { push: true })}
      />
      <div class="bots-selects">
        {folders.length > 0 && (
          <select
            class="input"
            aria-label="Folder"
            value={filter.folder}
            onChange={({ currentTarget }) => query.set({ folder: currentTarget.value }, { push: true })}
          >
            <option value="">All folders</option>
            <option value="root">In no folder</option>
            {folders.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
        <select
          class="input"
          aria-label="Sort"
          value={filter.sort}
          onChange={({ currentTarget }) => query.set({ sort: currentTarget.value })}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The bots of all pages so far, or why there are none. */
function BotList(props: {
  pages: Pages<ListedBot>;
  /** In the order in which they are shown. */
  bots: readonly ListedBot[];
  isArchived: boolean;
  actions: ReturnType<typeof useBotActions>;
  whenEmpty: ComponentChildren;
}) {
  const { pages, bots, isArchived, actions, whenEmpty } = props;
  const isKnown = pages.items !== undefined;
  if (pages.error !== undefined && !isKnown) {
    return <ErrorState title="The bots could not be loaded." error={pages.error} onRetry={pages.reload} />;
  }
  if (isKnown && bots.length === 0 && !pages.hasMore) return whenEmpty;
  return <BotTable bots={isKnown ? bots : undefined} isArchived={isArchived} actions={actions} />;
}

function NoMatch({ isArchive, onShowAll }: { isArchive: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      title={isArchive ? 'No bot is archived' : 'No bot matches'}
      action={<Button onClick={onShowAll}>Show all bots</Button>}
    />
  );
}

/** @param props `onImport` is undefined for someone who may only read */
function FirstSteps({ onImport }: { onImport: (() => void) | undefined }) {
  if (!onImport) {
    return (
      <EmptyState title="There are no bots yet">
        Your token can only read. Someone with the role editor can import bots.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="There are no bots yet"
      action={
        <Button look="primary" icon="upload" onClick={onImport}>
          Import a bot
        </Button>
      }
    >
      Import a file that you have exported from your editor, or drop it anywhere on this page.
    </EmptyState>
  );
}

function MoreBots(props: { pages: Pages<ListedBot>; shown: number; isSorted: boolean }) {
  const { pages, shown, isSorted } = props;
  return (
    <div class="table-more">
      {pages.searched !== undefined && (
        <span class="numbers">
          {shown === 0 ? 'None' : shown} found among {pages.searched.toLocaleString('en')} bots.
        </span>
      )}
      {pages.searched === undefined && isSorted && (
        <span class="numbers">Sorted among the {shown} shown.</span>
      )}
      <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
        {moreLabel(pages)}
      </Button>
    </div>
  );
}

function moreLabel({
  isLoadingMore,
  searched,
}: {
  isLoadingMore: boolean;
  searched: number | undefined;
}): string {
  if (searched === undefined) return isLoadingMore ? 'Loading…' : 'Show more';
  return isLoadingMore ? 'Searching…' : 'Search further';
}

/** The folders that the list has shown so far, by id: folders have no names in this service. */
function useFolders(bots: readonly ListedBot[] | undefined, chosen: string): readonly string[] {
  const seen = useRef(new Set<string>());
  for (const { folderId } of bots ?? []) if (folderId) seen.current.add(folderId);
  if (chosen !== '' && chosen !== 'root') seen.current.add(chosen);
  return [...seen.current].sort();
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sortBots(bots: readonly ListedBot[], sort: string): readonly ListedBot[] {
  if (sort === 'name') return bots.toSorted((a, b) => byName.compare(a.name, b.name));
  if (sort === 'changed') return bots.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return bots;
}
