const DAY_MS = 24 * 60 * 60 * 1_000;

/** A token that nobody thought about ends after a quarter of a year. */
const DEFAULT_LIFETIME_DAYS = 90;

/** Ten years: longer means never, and should be asked for as such. */
export const MAX_LIFETIME_DAYS = 3_650;

/** When a token made `now` ends; undefined: never. `days` null means never, undefined the default of 90 days. */
export function expiryInDays(days: number | null | undefined, now: Date): Date | undefined {
  if (days === null) return undefined;
  return new Date(now.getTime() + (days ?? DEFAULT_LIFETIME_DAYS) * DAY_MS);
}
