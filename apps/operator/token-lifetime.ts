/** Lifetime of a token in milliseconds, or `never` if it does not expire. */
export type TokenLifetime = { milliseconds: number } | 'never';

const HOUR_MS = 3_600_000;

/** Up to five digits: 99,999 days are 273 years, far below the limit of a Date. */
const LIFETIME = /^([1-9][0-9]{0,4})([dh])$/;

/** Parses `90d`, `12h` or `never`. Undefined for anything else. */
export function parseTokenLifetime(text: string): TokenLifetime | undefined {
  if (text === 'never') return 'never';
  const [, amount, unit] = LIFETIME.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return { milliseconds: Number(amount) * (unit === 'd' ? 24 : 1) * HOUR_MS };
}

/** Expiry of a token created at `now`. Undefined means never. */
export function expiryAfter(lifetime: TokenLifetime, now: Date): Date | undefined {
  return lifetime === 'never' ? undefined : new Date(now.getTime() + lifetime.milliseconds);
}
