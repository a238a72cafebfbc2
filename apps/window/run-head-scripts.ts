/*
 * An author's code for the page's head was written for a page that is still loading, and waits for the rest of it. Here
 * it runs when the chat starts, long after that: nobody would ever call what it has left to be called.
 */

type Loading = 'DOMContentLoaded' | 'load';

/**
 * Runs scripts. What they want to do once the page has loaded is done after the last of them, if the page has loaded
 * already.
 *
 * @param report receives what one of those throws
 */
export function runHeadScripts(run: () => void, report: (error: unknown) => void): void {
  const due: (() => void)[] = [];
  const release = [window, document].map((target) => collectListeners(target, due));
  const { onload } = window;
  try {
    run();
  } finally {
    for (const end of release) end();
  }
  if (window.onload && window.onload !== onload && hasPassed('load'))
    due.push(window.onload.bind(window, new Event('load')));
  for (const act of due) {
    try {
      act();
    } catch (error) {
      report(error);
    }
  }
}

/** @returns a function that leaves the target as it was */
function collectListeners(target: Window | Document, due: (() => void)[]): () => void {
  const own = Object.getOwnPropertyDescriptor(target, 'addEventListener');
  const { addEventListener } = target;
  const collectListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: unknown,
  ) => {
    if (!hasPassed(type) || !listener)
      return addEventListener.call(target, type, listener as EventListener, options as boolean);
    due.push(() => {
      const event = new Event(type);
      if (typeof listener === 'function') listener.call(target, event);
      else listener.handleEvent(event);
    });
  };
  Object.defineProperty(target, 'addEventListener', {
    value: collectListener,
    configurable: true,
    writable: true,
  });
  return () => {
    if (own) Object.defineProperty(target, 'addEventListener', own);
    else Reflect.deleteProperty(target, 'addEventListener');
  };
}

function hasPassed(type: string): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const passed: Record<Loading, boolean> = {
    DOMContentLoaded: page ? page.domContentLoadedEventStart > 0 : document.readyState !== 'loading',
    load: page ? page.loadEventStart > 0 : document.readyState === 'complete',
  };
  return passed[type as Loading] ?? false;
}
