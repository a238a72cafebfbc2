import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchItemFailure, DynamoDBRecord } from 'aws-lambda';
import { logger } from '#lib/platform/observability/logger.ts';
import { writeEntryOnce } from './audit-store.ts';
import type { Change } from './change.ts';

/**
 * Writes the audit entries for changed items, given as records of the table's stream. The stream can deliver a
 * record more than once, and one request can change several items. Either way, each change gets one entry.
 *
 * @returns the first record whose entry could not be written. Lambda delivers it and all later ones again.
 */
export async function writeAuditEntries(records: DynamoDBRecord[]): Promise<DynamoDBBatchItemFailure[]> {
  const written = new Set<string>();
  for (const { dynamodb } of records) {
    try {
      const change = getCarriedChange(dynamodb?.NewImage);
      if (!change || written.has(change.id)) continue;
      await writeEntryOnce(change);
      written.add(change.id);
    } catch (error) {
      const sequenceNumber = dynamodb?.SequenceNumber ?? '';
      // Logs only the error's name, because its message could quote the item.
      logger.error('An audit entry could not be written', {
        sequenceNumber,
        error: error instanceof Error ? error.name : 'unknown',
      });
      return [{ itemIdentifier: sequenceNumber }];
    }
  }
  return [];
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

function getCarriedChange(image: Image): Change | undefined {
  const change = image?.change;
  if (change === undefined) return undefined;
  return unmarshall({ change } as Parameters<typeof unmarshall>[0]).change as Change;
}
