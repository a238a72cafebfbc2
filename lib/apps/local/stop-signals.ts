/**
 * `npm start` passes Ctrl-C on to a process that the terminal has already told, so one keypress can arrive as
 * two signals. Only a later signal is a second keypress.
 */
const SAME_KEYPRESS_MS = 500;

/** How often to check whether npm is gone, because npm cannot pass on the signal that kills it. */
const PARENT_CHECK_MS = 500;

/**
 * Calls `stop` on the first Ctrl-C, SIGTERM or hang-up, or when the npm that started us is gone. A second
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
  // The program that reads our output may be gone as well, and stopping must not fail because of that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  // Only under npm: a process that was started as `node … &` may well be meant to outlive the shell.
  if (process.env.npm_lifecycle_event === undefined) return;
  const npmPid = process.ppid;
  setInterval(() => {
    if (process.ppid !== npmPid && firstAtMs === undefined) onSignal();
  }, PARENT_CHECK_MS).unref();
}
