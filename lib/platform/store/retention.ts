const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * Returns the TTL attribute for a respondent's data: epoch seconds, DATA_RETENTION_DAYS from now. Empty if the
 * operator keeps data indefinitely (0 or unset).
 */
export function retention(nowMs = Date.now()): { expiresAt?: number } {
  const days = Number(process.env.DATA_RETENTION_DAYS ?? 0);
  return days > 0 ? { expiresAt: Math.floor(nowMs / 1_000) + days * SECONDS_PER_DAY } : {};
}
