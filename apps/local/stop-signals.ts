/**
 * `npm start` forwards Ctrl-C to a process that has already received it from the terminal, so one keypress
 * can arrive as two signals. Signals this close together count as one.
 */
const SAME_KEYPRESS_MS = 500;

/** How often to check whether npm is still there: if npm is killed, it cannot forward the signal. */
const PARENT_CHECK_MS = 500;

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP, or once the npm that started us is gone. A second
 * signal exits immediately.
 *
 * @param stop awaited before exiting with code 0
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
  // The reader of our output may be gone too, and an EPIPE must not interrupt the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  // Only under npm: a process started with `node … &` may be meant to outlive its shell.
  if (process.env.npm_lifecycle_event === undefined) return;
  const npmPid = process.ppid;
  setInterval(() => {
    if (process.ppid !== npmPid && firstAtMs === undefined) onSignal();
  }, PARENT_CHECK_MS).unref();
}
