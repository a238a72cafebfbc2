const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * When what a respondent leaves behind deletes itself: DATA_RETENTION_DAYS after it was written, in epoch seconds,
 * as the table's TTL attribute. Nothing where the operator keeps it for good (0 or unset).
 */
export function retention(nowMs = Date.now()): { expiresAt?: number } {
  const days = Number(process.env.DATA_RETENTION_DAYS ?? 0);
  return days > 0 ? { expiresAt: Math.floor(nowMs / 1_000) + days * SECONDS_PER_DAY } : {};
}
