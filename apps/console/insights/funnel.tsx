import { useMemo } from 'preact/hooks';
import { type Period, toPeriodQuery } from '../data/period.ts';
import { usePages } from '../data/use-pages.ts';
import { Button } from '../parts/button.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import type { ListedResult } from '../results/result-columns.ts';
import { useFlows, useFormerFlows } from '../results/use-flows.ts';
import { useSession } from '../session/session.ts';
import { countGroups } from './count-groups.ts';

/** Results counted with each request. */
const RESULTS_PER_PAGE = '200';

const counts = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** How many answered in each group, and how many left after it. Counted from results, a page at a time. */
export function Funnel({ botId, period }: { botId: string; period: Period }) {
  const { client } = useSession();
  const flows = useFlows(botId);
  const pages = usePages<ListedResult>(`funnel:${botId}:${period}`, async (cursor, signal) => {
    const { results, nextCursor } = await client.listResults({
      params: { botId },
      query: { ...toPeriodQuery(period), cursor, limit: RESULTS_PER_PAGE },
      signal,
    });
    return { items: results, nextCursor };
  });
  const former = useFormerFlows(botId, flows.data, pages.items);
  const groups = useMemo(
    () => (pages.items && flows.data ? countGroups(pages.items, flows.data, former ?? []) : undefined),
    [pages.items, flows.data, former],
  );
  const error = pages.items === undefined ? pages.error : flows.data === undefined ? flows.error : undefined;
  if (error !== undefined) {
    return (
      <ErrorState
        title="The groups could not be counted."
        error={error}
        onRetry={() => {
          pages.reload();
          flows.reload();
        }}
      />
    );
  }
  if (groups === undefined) return <SkeletonLines widths={['90%', '70%', '50%', '30%']} />;
  const total = pages.items?.length ?? 0;
  if (total === 0 && !pages.hasMore) return <EmptyState title="Nobody has answered yet" />;
  return (
    <>
      <p class="soft">
        {pages.hasMore
          ? `Counted from the newest ${counts.format(total)} results.`
          : `Counted from ${counts.format(total)} ${total === 1 ? 'result' : 'results'}.`}{' '}
        People count as having left after a group if they gave their last answer there and did not reach the
        end.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys */}
      <section class="table-scroll" aria-label="Groups" tabIndex={0}>
        <table class="table funnel">
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col" class="number">
                Answered
              </th>
              <th scope="col">
                <span class="visually-hidden">Share of all results</span>
              </th>
              <th scope="col" class="number">
                Left after it
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, title, answered, left }) => (
              <tr key={id}>
                <td class="funnel-title">{title}</td>
                <td class="number">{counts.format(answered)}</td>
                <td class="funnel-bar">
                  <span class="funnel-track" title={`${shares.format(answered / total)} of the results`}>
                    <span style={{ width: `${(100 * (answered - left)) / total}%` }} />
                    <span class="funnel-left" style={{ width: `${(100 * left) / total}%` }} />
                  </span>
                </td>
                <td class={`number ${left > 0 ? 'funnel-loss' : 'soft'}`}>
                  {counts.format(left)}
                  {answered > 0 && ` (${shares.format(left / answered)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages.moreError !== undefined ? (
        <ErrorState
          title="The next results could not be counted."
          error={pages.moreError}
          onRetry={pages.loadMore}
        />
      ) : (
        pages.hasMore && (
          <div>
            <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
              {pages.isLoadingMore ? 'Counting…' : 'Count older results, too'}
            </Button>
          </div>
        )
      )}
    </>
  );
}
