import { useMemo, useState } from 'preact/hooks';
import { useAddressQuery } from '../data/use-address-query.ts';
import { usePages } from '../data/use-pages.ts';
import { Button } from '../parts/button.tsx';
import { PagedCard } from '../parts/paged-card.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useRole, useSession } from '../session/session.ts';
import { ExportDialog } from './export-dialog.tsx';
import { type ListedResult, toResultColumns } from './result-columns.ts';
import { isFiltered, readFilter, toFilterQuery } from './result-filter.ts';
import { ResultFilters } from './result-filters.tsx';
import { ResultPanel } from './result-panel.tsx';
import { ResultTable } from './result-table.tsx';
import { useDeletion } from './use-deletion.ts';
import { useFlows, useFormerFlows } from './use-flows.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';

/** Results of one request. A response with 50 results is a few dozen kilobytes. */
const RESULTS_PER_PAGE = '50';

/**
 * `/bots/{id}/results`: what respondents answered. The query is `search`, `variable` with `value`, `completed`,
 * `period`, and `result`, the one whose conversation is shown beside the table.
 */
export function ResultsPage({ botId, botName }: { botId: string; botName: string }) {
  const { client } = useSession();
  const canEdit = useRole('editor');
  const query = useAddressQuery();
  const filter = readFilter(query);
  const filterQuery = toFilterQuery(filter);
  const shownId = query.get('result');
  const [isExporting, setExporting] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useHiddenColumns(botId);

  const flows = useFlows(botId);
  const pages = usePages<ListedResult>(
    `results:${botId}:${JSON.stringify(filterQuery)}`,
    async (cursor, signal) => {
      const { results, ...more } = await client.listResults({
        params: { botId },
        query: { ...filterQuery, cursor, limit: RESULTS_PER_PAGE },
        signal,
      });
      return { items: results, ...more };
    },
  );
  const former = useFormerFlows(botId, flows.data, pages.items);
  const columns = useMemo(
    () => flows.data && toResultColumns(flows.data, former ?? [], pages.items ?? []),
    [flows.data, former, pages.items],
  );
  const variableNames = new Set(flows.data?.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const { deleteNamed, deleteAll, isBusy } = useDeletion({
    botId,
    botName,
    onDeleted: (ids) => {
      pages.change((results) => results.filter(({ id }) => !ids.has(id)));
      setSelected(new Set());
      if (ids.has(shownId)) query.set({ result: '' });
    },
  });
  const selectedShown = (pages.items ?? []).filter(({ id }) => selected.has(id));

  return (
    <div class={`results${shownId ? ' with-panel' : ''}`}>
      <div class="results-main">
        <ResultFilters
          filter={filter}
          columns={columns?.titles ?? []}
          variables={[...variableNames]}
          hidden={hidden}
          onHide={setHidden}
          onChange={(changes) => query.set(changes, { push: !('search' in changes || 'value' in changes) })}
        />
        <div class="results-actions">
          {canEdit && selectedShown.length > 0 ? (
            <SelectionActions
              count={selectedShown.length}
              isBusy={isBusy}
              onDelete={() => deleteNamed(selectedShown.map(({ id }) => id))}
              onClear={() => setSelected(new Set())}
            />
          ) : (
            <span class="soft">{describeCount(pages)}</span>
          )}
          <span class="results-actions-end">
            <Button icon="download" onClick={() => setExporting(true)}>
              Export
            </Button>
            {canEdit && !isFiltered(filter) && (pages.items?.length ?? 0) > 0 && (
              <Button icon="trash" isBusy={isBusy} onClick={deleteAll}>
                Delete all
              </Button>
            )}
          </span>
        </div>
        {flows.error !== undefined && flows.data === undefined ? (
          <div class="card">
            <ErrorState title="The columns could not be loaded." error={flows.error} onRetry={flows.reload} />
          </div>
        ) : (
          <PagedCard
            pages={pages}
            failure="The results could not be loaded."
            empty={
              <NoResults
                isFiltered={isFiltered(filter)}
                onShowAll={() =>
                  query.set({ search: '', variable: '', value: '', completed: '', period: '' })
                }
              />
            }
          >
            <ResultTable
              results={pages.items}
              columns={columns}
              hidden={hidden}
              selected={canEdit ? selected : undefined}
              onSelect={setSelected}
              shownId={shownId}
              onShow={(id) => query.set({ result: id }, { push: true })}
            />
          </PagedCard>
        )}
      </div>
      {shownId && (
        <ResultPanel
          key={shownId}
          botId={botId}
          resultId={shownId}
          onClose={() => query.set({ result: '' })}
          {...(canEdit && { onDelete: () => deleteNamed([shownId]) })}
        />
      )}
      {isExporting && (
        <ExportDialog
          botId={botId}
          botName={botName}
          filterQuery={filterQuery}
          isFiltered={isFiltered(filter)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}

function SelectionActions(props: {
  count: number;
  isBusy: boolean;
  onDelete: () => void;
  onClear: () => void;
}) {
  const { count, isBusy, onDelete, onClear } = props;
  return (
    <>
      <span>{count} selected</span>
      <Button icon="trash" isBusy={isBusy} onClick={onDelete}>
        Delete
      </Button>
      <Button look="quiet" onClick={onClear}>
        Select none
      </Button>
    </>
  );
}

function NoResults({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No result matches" action={<Button onClick={onShowAll}>Show all results</Button>} />
    );
  }
  return (
    <EmptyState title="Nobody has answered yet">
      As soon as someone answers the first question, the result is here. Results of a chat that is running
      change with each reply.
    </EmptyState>
  );
}

const counts = new Intl.NumberFormat('en');

/** Says how many there are, as far as that is known: a list has no total. */
function describeCount({
  items,
  searched,
  hasMore,
}: {
  items: readonly ListedResult[] | undefined;
  searched: number | undefined;
  hasMore: boolean;
}): string {
  if (!items) return 'Loading…';
  const shown = `${counts.format(items.length)} result${items.length === 1 ? '' : 's'}`;
  if (searched !== undefined && hasMore) return `${shown} found in the newest ${counts.format(searched)}`;
  return hasMore ? `The newest ${shown}` : shown;
}
