import { setTimeout as delay } from 'node:timers/promises';
import { DescribeTableCommand, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { dynamoDbClient, tableName } from '#lib/platform/store/dynamodb-client.ts';

/** Restoring takes from minutes to hours. */
const POLL_MS = 20_000;

/**
 * Starts to create a copy of the table as it was at an earlier time.
 *
 * @param target name of the copy. Default: the name of the table and `-restored`
 * @param at undefined for the latest possible time
 */
export async function startRestore(
  target: string | undefined,
  at: Date | undefined,
): Promise<{ source: string; target: string }> {
  const source = tableName();
  const started = { source, target: target ?? `${source}-restored` };
  await dynamoDbClient().send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: started.source,
      TargetTableName: started.target,
      ...(at ? { RestoreDateTime: at } : { UseLatestRestorableTime: true }),
    }),
  );
  return started;
}

/** @param onStatus called before each wait with the table's status, such as `creating` */
export async function waitUntilActive(table: string, onStatus: (status: string) => void): Promise<void> {
  for (;;) {
    const { Table } = await dynamoDbClient().send(new DescribeTableCommand({ TableName: table }));
    if (Table?.TableStatus === 'ACTIVE') return;
    onStatus(Table?.TableStatus?.toLowerCase() ?? 'unknown');
    await delay(POLL_MS);
  }
}
