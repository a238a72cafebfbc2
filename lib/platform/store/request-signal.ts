import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/*
 * Abort signal of the current request, passed from the pipeline to the store. As an argument, the signal
 * would have to go through about sixty functions, and if one of them did not pass it on, the store would keep
 * writing after the timeout. A module variable does not work, because the local server handles requests
 * concurrently.
 */
const storage = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`. Once the signal is aborted, the store sends no more requests for it. */
export function endedBy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Each pending database request adds a listener, and Node reports more than ten as a leak.
  setMaxListeners(0, signal);
  return storage.run(signal, work);
}

/** Returns undefined outside a request, for example in the operator's CLI. */
export function requestSignal(): AbortSignal | undefined {
  return storage.getStore();
}
