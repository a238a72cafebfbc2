/** Resources that are limited per workspace and day. Each is counted in its own item. */
export type Quota = 'CHATS' | 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES';

const BYTES_PER_MEGABYTE = 1_024 * 1_024;

/**
 * Returns a workspace's limit per UTC day, shared by all of its bots and respondents. Undefined means unlimited,
 * which is configured as 0. `infra/config.ts` uses the same defaults.
 */
export function dailyQuota(quota: Quota, env: NodeJS.ProcessEnv = process.env): number | undefined {
  const {
    CHATS_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.chats,
    MAILS_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.mails,
    REQUESTS_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.requests,
    UPLOAD_MB_PER_WORKSPACE_AND_DAY = DAILY_DEFAULTS.uploadMegabytes,
  } = env;
  const limits: Record<Quota, number> = {
    CHATS: Number(CHATS_PER_WORKSPACE_AND_DAY),
    MAILS: Number(MAILS_PER_WORKSPACE_AND_DAY),
    REQUESTS: Number(REQUESTS_PER_WORKSPACE_AND_DAY),
    UPLOAD_BYTES: Number(UPLOAD_MB_PER_WORKSPACE_AND_DAY) * BYTES_PER_MEGABYTE,
  };
  return limits[quota] > 0 ? limits[quota] : undefined;
}

export const DAILY_DEFAULTS = { chats: 0, mails: 1_000, requests: 0, uploadMegabytes: 5_000 };
