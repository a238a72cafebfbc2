/**
 * `npm start` hands Ctrl-C on to a process that the terminal has told already, so that one keypress can arrive
 * as two signals. Only a later one is a second keypress.
 */
const SAME_KEYPRESS_MS = 500;

/** npm cannot hand on the signal that kills it. */
const PARENT_CHECK_MS = 500;

/**
 * Calls `stop` upon the first Ctrl-C, SIGTERM or hang-up, or when the npm that started us is gone; a second
 * signal ends the process at once.
 *
 * @param stop is awaited, then the process ends with exit code 0
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let firstAtMs: number | undefined;
  const onSignal = async () => {
    if (firstAtMs !== undefined) {
      if (performance.now() - firstAtMs > SAME_KEYPRESS_MS) process.exit(130);
      return;
    }
    firstAtMs = performance.now();
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Whoever read what we write may be gone as well, and stopping must not fail over that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  // Under npm alone: whoever starts us as `node … &` may well want us to outlive the shell.
  if (process.env.npm_lifecycle_event === undefined) return;
  const npmPid = process.ppid;
  setInterval(() => {
    if (process.ppid !== npmPid && firstAtMs === undefined) onSignal();
  }, PARENT_CHECK_MS).unref();
}
