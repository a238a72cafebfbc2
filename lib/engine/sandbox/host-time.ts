/** Checks whether the host's time zone is UTC in both winter and summer. */
export function isHostInUtc(): boolean {
  return [0, 6].every((month) => new Date(2026, month).getTimezoneOffset() === 0);
}
