/** Lifetime of a token in milliseconds, or without end. */
export type TokenLifetime = { milliseconds: number } | 'never';

const HOUR_MS = 3_600_000;

/** Five digits of days are 273 years, which is plenty and far below the limit of a Date. */
const LIFETIME = /^([1-9][0-9]{0,4})([dh])$/;

/** Reads `90d`, `12h` or `never`. Undefined for anything else. */
export function parseTokenLifetime(text: string): TokenLifetime | undefined {
  if (text === 'never') return 'never';
  const [, amount, unit] = LIFETIME.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return { milliseconds: Number(amount) * (unit === 'd' ? 24 : 1) * HOUR_MS };
}

/** When a token made at `now` expires. Undefined means never. */
export function expiryAfter(lifetime: TokenLifetime, now: Date): Date | undefined {
  return lifetime === 'never' ? undefined : new Date(now.getTime() + lifetime.milliseconds);
}
