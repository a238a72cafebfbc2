/**
 * When the alarm `transaction-conflicts` goes off: if both are exceeded. The model in test/bench says which load that
 * is.
 */
export const CONFLICT_LIMITS = {
  /**
   * Conflicts for 100 successful transactions. Retries hide up to 28 from callers, if they come from the counters of
   * one bot. With 29, one counted turn in 1,000 fails.
   */
  percent: 25,
  /** Number of conflicts in five minutes. A few at night can be many for the few transactions. */
  count: 100,
};
