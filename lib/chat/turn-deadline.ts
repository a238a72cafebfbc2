/** When a turn's response is due, in epoch milliseconds. A turn must not outlast its function's timeout. */
export function getDeadline(timeoutSeconds: number, nowMs = Date.now()): number {
  return nowMs + timeoutSeconds * 1_000;
}
