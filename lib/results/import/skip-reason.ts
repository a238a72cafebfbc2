/** Why a result is not imported. */
export const SKIP_REASONS = ['otherBot', 'erased', 'expired', 'incomplete'] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** Number of skipped results that a response lists. All are counted. */
export const MAX_LISTED_SKIPS = 100;
