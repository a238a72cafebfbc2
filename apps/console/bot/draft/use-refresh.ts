import { useEffect } from 'preact/hooks';

/** Time between two readings while the tab is visible. */
const INTERVAL_MS = 10_000;

/**
 * Refreshes while the tab is visible, every 10 seconds unless told otherwise, and at once when it becomes so. A refresh that
 * fails is tried again with the next: the state of saving shows whether the service can be reached.
 */
export function useRefresh(
  refresh: (signal: AbortSignal) => Promise<void>,
  intervalMs: number = INTERVAL_MS,
): void {
  useEffect(() => {
    const abort = new AbortController();
    let isRunning = false;
    const run = async () => {
      if (isRunning || document.visibilityState !== 'visible') return;
      isRunning = true;
      await refresh(abort.signal).catch(() => undefined);
      isRunning = false;
    };
    const onVisible = () => void run();
    const timer = setInterval(onVisible, intervalMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      abort.abort();
    };
  }, [refresh, intervalMs]);
}
