/** When a turn must have been answered, by the clock in milliseconds: a turn takes no longer than its function may. */
export function getDeadline(timeoutSeconds: number, nowMs = Date.now()): number {
  return nowMs + timeoutSeconds * 1_000;
}
