const DAY_MS = 24 * 60 * 60 * 1_000;

/** Default lifetime of a token. */
export const DEFAULT_LIFETIME_DAYS = 90;

/** Lifetime of a personal token after each day on which it is used. */
export const PERSONAL_LIFETIME_DAYS = 30;

/** Ten years. For longer, request a token that never expires. */
export const MAX_LIFETIME_DAYS = 3_650;

/**
 * Returns when a token created at `now` expires; undefined for never.
 *
 * @param days null for never, undefined for the default of 90 days
 */
export function expiryInDays(days: number | null | undefined, now: Date): Date | undefined {
  if (days === null) return undefined;
  return addDays(now, days ?? DEFAULT_LIFETIME_DAYS);
}

export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS);
}
