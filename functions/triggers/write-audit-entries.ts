import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { writeAuditEntries } from '#lib/platform/audit/write-audit-entries.ts';
import { observeCall } from '#lib/platform/observability/observe-call.ts';

/**
 * Reads the table's stream, and writes audit entries for changes whose entries were not written by a
 * transaction.
 */
export async function handler(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  return await observeCall({ name: 'write-audit-entries' }, context, async () => ({
    batchItemFailures: await writeAuditEntries(Records),
  }));
}
