import { useCallback, useRef, useState } from 'preact/hooks';
import { type Load, useLoad } from './use-load.ts';

export type ListPage<Item> = {
  items: readonly Item[];
  nextCursor?: string | undefined;
  /** How many the service looked at for this page, where a search reads more than it returns. */
  searched?: number | undefined;
};

export type Pages<Item> = Omit<Load<ListPage<Item>>, 'data' | 'set'> & {
  /** Items of all pages so far. Undefined until the first has come. */
  items: readonly Item[] | undefined;
  /** Sum over the pages so far. Undefined if the service does not say. */
  searched: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  moreError: unknown;
  /** Loads one more page. */
  loadMore: () => void;
  /** Changes the items, for what the person has just done: lists of the service lag behind by a moment. */
  change: (change: (items: readonly Item[]) => readonly Item[]) => void;
};

/**
 * Loads a list page by page: the first at once, each further one on request.
 *
 * @param key names the list, with everything that selects its items
 */
export function usePages<Item>(
  key: string,
  loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
): Pages<Item> {
  const first = useLoad<ListPage<Item>>(key, (signal) => loadPage(undefined, signal));
  const [more, setMore] = useState<{ key: string; isLoading: boolean; error: unknown }>();
  const latest = useRef({ key, data: first.data });
  latest.current = { key, data: first.data };
  const ofThisList = more?.key === key ? more : undefined;

  const loadMore = async () => {
    const before = first.data;
    if (!before?.nextCursor || ofThisList?.isLoading) return;
    setMore({ key, isLoading: true, error: undefined });
    const stay = new AbortController();
    try {
      const page = await loadPage(before.nextCursor, stay.signal);
      // The list may have been loaded again, or replaced by another one, in the meantime.
      if (latest.current.key !== key || latest.current.data?.nextCursor !== before.nextCursor) return;
      first.set(joinPages(latest.current.data, page));
      setMore({ key, isLoading: false, error: undefined });
    } catch (error) {
      setMore({ key, isLoading: false, error });
    }
  };

  const { set } = first;
  const change = useCallback<Pages<Item>['change']>(
    (toChanged) => {
      const { data } = latest.current;
      if (data) set({ ...data, items: toChanged(data.items) });
    },
    [set],
  );

  return {
    items: first.data?.items,
    searched: first.data?.searched,
    hasMore: first.data?.nextCursor !== undefined,
    isLoading: first.isLoading,
    error: first.error,
    reload: first.reload,
    isLoadingMore: ofThisList?.isLoading ?? false,
    moreError: ofThisList?.error,
    loadMore: () => void loadMore(),
    change,
  };
}

function joinPages<Item>(before: ListPage<Item>, page: ListPage<Item>): ListPage<Item> {
  return {
    items: [...before.items, ...page.items],
    nextCursor: page.nextCursor,
    searched:
      before.searched === undefined && page.searched === undefined
        ? undefined
        : (before.searched ?? 0) + (page.searched ?? 0),
  };
}
