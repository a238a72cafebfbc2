/** Resources that are limited per workspace and day. Each is counted in its own item. */
export type Quota = 'CHATS' | 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES';

const BYTES_PER_MEGABYTE = 1_024 * 1_024;

export const DAILY_DEFAULTS = { chats: 0, mails: 1_000, requests: 0, uploadMegabytes: 5_000 };

const SETTINGS: Record<Quota, { variable: string; byDefault: number; unit: number }> = {
  CHATS: { variable: 'CHATS_PER_WORKSPACE_AND_DAY', byDefault: DAILY_DEFAULTS.chats, unit: 1 },
  MAILS: { variable: 'MAILS_PER_WORKSPACE_AND_DAY', byDefault: DAILY_DEFAULTS.mails, unit: 1 },
  REQUESTS: { variable: 'REQUESTS_PER_WORKSPACE_AND_DAY', byDefault: DAILY_DEFAULTS.requests, unit: 1 },
  UPLOAD_BYTES: {
    variable: 'UPLOAD_MB_PER_WORKSPACE_AND_DAY',
    byDefault: DAILY_DEFAULTS.uploadMegabytes,
    unit: BYTES_PER_MEGABYTE,
  },
};

export const QUOTAS = Object.keys(SETTINGS) as Quota[];

/** Maximum in `infra/config.ts`. Megabytes as large as this are still an exact number of bytes. */
const MAX_SETTING = 1_000_000_000;

/**
 * Returns a workspace's limit per UTC day, shared by all of its bots and respondents. Undefined means unlimited,
 * which is configured as 0. `infra/config.ts` uses the same defaults.
 *
 * @throws Error naming the variable if it is not a number: a typing error must not mean unlimited
 */
export function dailyQuota(quota: Quota, env: NodeJS.ProcessEnv = process.env): number | undefined {
  const { variable, byDefault, unit } = SETTINGS[quota];
  const text = env[variable] || String(byDefault);
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_SETTING) {
    throw new Error(
      `${variable} must be a whole number up to ${MAX_SETTING}, 0 for no limit, not "${text.slice(0, 50)}"`,
    );
  }
  const limit = Number(text) * unit;
  return limit > 0 ? limit : undefined;
}
