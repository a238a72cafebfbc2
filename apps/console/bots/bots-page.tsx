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
import { FolderBar } from './folder-bar.tsx';
import { FolderDialog, type FolderQuestion } from './folder-dialog.tsx';
import type { DraggedItem } from './folder-drag.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { ListedBot } from './listed-bot.ts';
import { NewBotDialog } from './new-bot-dialog.tsx';
import { useFolderActions } from './use-folder-actions.ts';
import { type NamedFolder, useFolders } from './use-folders.ts';

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
  const folderList = useFolders();
  const { data: folders = [] } = folderList;
  const [question, setQuestion] = useState<FolderQuestion>();
  const folderActions = useFolderActions({
    folders,
    onBotMoved: (moved, folderId) =>
      pages.change((bots) =>
        // Lists lag behind by a moment, so this one is not loaded again.
        folder === ''
          ? bots.map((bot) => (bot.id === moved.id ? { ...bot, folderId } : bot))
          : bots.filter((bot) => bot.id !== moved.id),
      ),
    onDeleted: pages.reload,
  });
  const takeDropped = ({ kind, id }: DraggedItem, folderId: string | null) => {
    const bot = pages.items?.find((one) => one.id === id);
    const dropped = folders.find((one) => one.id === id);
    if (kind === 'bot' && bot) void folderActions.moveBot(bot, folderId);
    if (kind === 'folder' && dropped) void folderActions.moveFolder(dropped, folderId);
  };
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

      <BotFilters query={query} filter={filter} />
      <BotFolders
        list={folderList}
        bots={pages.items ?? []}
        shown={folder}
        actions={folderActions}
        onAsk={setQuestion}
        onDropped={takeDropped}
      />

      <div class="card" aria-busy={pages.isLoading}>
        <BotList
          pages={pages}
          bots={shown}
          isArchived={isArchived}
          actions={actions}
          onMove={(bot) => setQuestion({ kind: 'moveBot', bot })}
          getFolderName={({ folderId }) =>
            folder === '' ? folders.find(({ id }) => id === folderId)?.name : undefined
          }
          whenEmpty={
            isFiltered ? (
              <NoMatch filter={filter} onShowAll={() => navigate('/')} />
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

      {question && (
        <FolderDialog
          question={question}
          folders={folders}
          actions={folderActions}
          onClose={() => setQuestion(undefined)}
        />
      )}
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

function BotFilters({ query, filter }: { query: AddressQuery; filter: BotFilter }) {
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
  onMove: (bot: ListedBot) => void;
  getFolderName: (bot: ListedBot) => string | undefined;
  whenEmpty: ComponentChildren;
}) {
  const { pages, bots, whenEmpty, ...table } = props;
  const isKnown = pages.items !== undefined;
  if (pages.error !== undefined && !isKnown) {
    return <ErrorState title="The bots could not be loaded." error={pages.error} onRetry={pages.reload} />;
  }
  if (isKnown && bots.length === 0 && !pages.hasMore) return whenEmpty;
  return <BotTable bots={isKnown ? bots : undefined} {...table} />;
}

function NoMatch({ filter, onShowAll }: { filter: BotFilter; onShowAll: () => void }) {
  const { search, folder, state } = filter;
  const isFolder = search === '' && state === '' && folder !== '';
  const isArchive = search === '' && state === 'archived';
  return (
    <EmptyState
      title={
        isFolder ? 'There are no bots in this folder' : isArchive ? 'No bot is archived' : 'No bot matches'
      }
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

/** Returns the ids that bots of the list name and no folder has. */
function findUnnamedFolders(bots: readonly ListedBot[], folders: readonly NamedFolder[]): readonly string[] {
  const named = new Set(folders.map(({ id }) => id));
  const ids = bots.flatMap(({ folderId }) => (folderId && !named.has(folderId) ? [folderId] : []));
  return [...new Set(ids)].sort();
}

/** The folders, or why there are none. */
function BotFolders({
  list,
  bots,
  ...bar
}: Omit<Parameters<typeof FolderBar>[0], 'folders' | 'unnamed'> & {
  list: ReturnType<typeof useFolders>;
  bots: readonly ListedBot[];
}) {
  const { data: folders, error, reload } = list;
  if (error !== undefined && !folders) {
    return <ErrorState title="The folders could not be loaded." error={error} onRetry={reload} />;
  }
  const unnamed = folders ? findUnnamedFolders(bots, folders) : [];
  return <FolderBar folders={folders ?? []} unnamed={unnamed} {...bar} />;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sortBots(bots: readonly ListedBot[], sort: string): readonly ListedBot[] {
  if (sort === 'name') return bots.toSorted((a, b) => byName.compare(a.name, b.name));
  if (sort === 'changed') return bots.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return bots;
}
