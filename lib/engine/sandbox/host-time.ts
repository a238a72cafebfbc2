/** Whether the host's local time is UTC, in winter and in summer. */
export function isHostInUtc(): boolean {
  return [0, 6].every((month) => new Date(2026, month).getTimezoneOffset() === 0);
}
