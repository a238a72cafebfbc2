import type { Item, TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import type { Change } from './change.ts';

/** Default number of days to keep entries. */
export const DEFAULT_AUDIT_RETENTION_DAYS = 365;

const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * Builds the entry for a change. Its key is derived from the change, so writing it twice results in one entry.
 */
export function auditEntry(change: Change): Item {
  return { ...keys.auditEntry(change.workspaceId, change.at, change.id), ...change, ...expiry(change.at) };
}

/** Returns the write that adds the entry, for the transaction that makes the change. */
export function auditWrite(change: Change): TransactionWrite {
  return { put: auditEntry(change) };
}

/** Expires AUDIT_RETENTION_DAYS after the change; never if that is 0. */
function expiry(at: string): { expiresAt?: number } {
  const days = Number(process.env.AUDIT_RETENTION_DAYS || DEFAULT_AUDIT_RETENTION_DAYS);
  return days > 0 ? { expiresAt: Math.floor(Date.parse(at) / 1_000) + days * SECONDS_PER_DAY } : {};
}
