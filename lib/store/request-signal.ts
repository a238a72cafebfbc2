import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/*
 * The signal that ends the request which is being worked on. Everything between the pipeline, which knows it, and the
 * store, which heeds it, would hand it on unread, some sixty functions, and one that forgot would write after all.
 * The local server works on many requests at a time, so a variable of the module would not do.
 */
const storage = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`; once the signal has come, the store sends nothing for it any more. */
export function endedBy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Each request to the database listens while it is under way, more of them at a time than the ten that Node takes
  // for a leak.
  setMaxListeners(0, signal);
  return storage.run(signal, work);
}

/** Undefined outside of a request, as on the operator's command line. */
export function requestSignal(): AbortSignal | undefined {
  return storage.getStore();
}
