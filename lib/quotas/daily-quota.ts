/** What a workspace may use only a limited amount of per day. Each kind is counted in its own item. */
export type Quota = 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES';

const BYTES_PER_MEGABYTE = 1_024 * 1_024;

/**
 * What a workspace may use per UTC day, for all of its bots and respondents together. Undefined means
 * unlimited, as does 0 in the setting. `infra/config.ts` uses the same defaults.
 */
export function dailyQuota(quota: Quota, env: NodeJS.ProcessEnv = process.env): number | undefined {
  const {
    MAILS_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.mails,
    REQUESTS_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.requests,
    UPLOAD_MB_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.uploadMegabytes,
  } = env;
  const limits: Record<Quota, number> = {
    MAILS: Number(MAILS_PER_WORKSPACE_AND_DAY),
    REQUESTS: Number(REQUESTS_PER_WORKSPACE_AND_DAY),
    UPLOAD_BYTES: Number(UPLOAD_MB_PER_WORKSPACE_AND_DAY) * BYTES_PER_MEGABYTE,
  };
  return limits[quota] > 0 ? limits[quota] : undefined;
}

export const DAILY_DEFAULTS = { mails: 1_000, requests: 0, uploadMegabytes: 5_000 };
