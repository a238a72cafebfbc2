/** What a workspace may use a day of: each is an item of its own. */
export type Quota = 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES';

const BYTES_PER_MEGABYTE = 1_024 * 1_024;

/**
 * What a workspace may use in a day of UTC, all of its bots and respondents together; undefined: as much as it likes,
 * which is what 0 in the setting means. The defaults are also those of `infra/config.ts`.
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
