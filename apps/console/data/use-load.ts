import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { getLoaded, setLoaded, watchLoaded } from './loaded.ts';

export type Load<T> = {
  /** The data, which may be from an earlier visit while `isLoading`. */
  data: T | undefined;
  /** Why the latest attempt failed. */
  error: unknown;
  isLoading: boolean;
  /** Loads again, and keeps showing what there is. */
  reload: () => void;
  /** Replaces the data, for changes that the person has just made. */
  set: (data: T) => void;
};

type State<T> = { key: string | undefined; data: T | undefined; error: unknown; isLoading: boolean };

/**
 * Loads data for as long as the component is shown. A change of the key aborts the request, and a late response to
 * an earlier key is ignored.
 *
 * @param key names the data, so that other pages and later visits share it; undefined loads nothing
 * @param load must pass on the signal
 */
export function useLoad<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const [state, setState] = useState<State<T>>(() => initialState(key));
  const latestLoad = useRef(load);
  latestLoad.current = load;
  const current = state.key === key ? state : initialState<T>(key);

  const start = useRef(() => {});
  const reload = useCallback(() => start.current(), []);

  useEffect(() => {
    if (key === undefined) return undefined;
    let abort = new AbortController();
    start.current = () => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      setState((before) =>
        before.key === key ? { ...before, error: undefined, isLoading: true } : initialState<T>(key),
      );
      latestLoad.current(signal).then(
        (data) => {
          if (signal.aborted) return;
          setLoaded(key, data);
          setState({ key, data, error: undefined, isLoading: false });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          setState((before) => ({ ...before, error, isLoading: false }));
        },
      );
    };
    start.current();
    const unwatch = watchLoaded(key, reload);
    return () => {
      start.current = () => {};
      unwatch();
      abort.abort();
    };
  }, [key, reload]);

  const set = useCallback(
    (data: T) => {
      if (key === undefined) return;
      setLoaded(key, data);
      setState({ key, data, error: undefined, isLoading: false });
    },
    [key],
  );

  return { data: current.data, error: current.error, isLoading: current.isLoading, reload, set };
}

function initialState<T>(key: string | undefined): State<T> {
  const data = key === undefined ? undefined : getLoaded<T>(key);
  return { key, data, error: undefined, isLoading: key !== undefined };
}
