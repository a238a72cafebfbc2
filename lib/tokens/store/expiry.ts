const DAY_MS = 24 * 60 * 60 * 1_000;

/** Lifetime of a token whose creator has not chosen one. */
const DEFAULT_LIFETIME_DAYS = 90;

/** Ten years. Whoever wants a longer lifetime should ask for a token that never expires. */
export const MAX_LIFETIME_DAYS = 3_650;

/**
 * When a token created at `now` expires. Undefined means never.
 *
 * @param days null means never, undefined means the default of 90 days
 */
export function expiryInDays(days: number | null | undefined, now: Date): Date | undefined {
  if (days === null) return undefined;
  return new Date(now.getTime() + (days ?? DEFAULT_LIFETIME_DAYS) * DAY_MS);
}
