import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/*
 * The signal that aborts the current request. The pipeline has it and the store needs it. As an argument, it
 * would have to pass through some sixty functions in between, and if one of them forgot it, the store would
 * still write after the timeout. The local server handles many requests at a time, so a module variable would
 * not do.
 */
const storage = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`. Once the signal is aborted, the store sends no more requests on its behalf. */
export function endedBy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Every database request under way adds a listener. Node would report more than ten of them as a leak.
  setMaxListeners(0, signal);
  return storage.run(signal, work);
}

/** Undefined outside a request, for example on the operator's command line. */
export function requestSignal(): AbortSignal | undefined {
  return storage.getStore();
}
