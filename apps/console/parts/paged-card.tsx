import type { ComponentChildren } from 'preact';
import type { Pages } from '../data/use-pages.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';

/** A card with a list that is loaded page by page: its failures, what to show if it is empty, and the way on. */
export function PagedCard<Item>(props: {
  pages: Pages<Item>;
  /** `The tokens could not be loaded.` */
  failure: string;
  /** Shown if the list is complete and has no items. */
  empty: ComponentChildren;
  /** Remark about the list before the button: how many match, for example. */
  note?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { pages, failure, empty, note, children } = props;
  const hasFailed = pages.error !== undefined && pages.items === undefined;
  const isEmpty = pages.items?.length === 0 && !pages.hasMore;
  return (
    <div class="card" aria-busy={pages.isLoading}>
      {hasFailed ? (
        <ErrorState title={failure} error={pages.error} onRetry={pages.reload} />
      ) : isEmpty ? (
        empty
      ) : (
        children
      )}
      {pages.hasMore && pages.moreError === undefined && (
        <div class="table-more">
          {note}
          <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
            {pages.isLoadingMore ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
      {pages.moreError !== undefined && (
        <ErrorState
          title="The next page could not be loaded."
          error={pages.moreError}
          onRetry={pages.loadMore}
        />
      )}
    </div>
  );
}
