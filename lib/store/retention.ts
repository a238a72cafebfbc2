const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * The time at which a respondent's data expires: DATA_RETENTION_DAYS after it was written, in epoch seconds,
 * as the table's TTL attribute. Empty if the operator keeps the data indefinitely (0 or unset).
 */
export function retention(nowMs = Date.now()): { expiresAt?: number } {
  const days = Number(process.env.DATA_RETENTION_DAYS ?? 0);
  return days > 0 ? { expiresAt: Math.floor(nowMs / 1_000) + days * SECONDS_PER_DAY } : {};
}
