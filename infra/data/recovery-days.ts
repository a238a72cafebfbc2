/**
 * Days for which deleted data can be brought back. It is the window of DynamoDB's point-in-time recovery, so that files and
 * the table can go back to the same moment, and what was erased is gone from both after the same time.
 */
export const RECOVERY_DAYS = 35;
