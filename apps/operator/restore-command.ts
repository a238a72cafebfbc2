import { setTimeout as delay } from 'node:timers/promises';
import {
  DescribeTableCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { Command, InvalidArgumentError } from 'commander';
import { dynamoDbClient, tableName } from '#lib/platform/store/dynamodb-client.ts';
import { defineAction } from './database-action.ts';

/** Restoring takes from minutes to hours. */
const POLL_MS = 20_000;

/** `restore`: creates a copy of the table as it was at an earlier time. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('restore the table beside itself, as it was at a point in time')
    .option('--to <name>', 'name of the new table (default: the name of the table and -restored)')
    .option('--at <time>', 'ISO time of the last 35 days (default: the latest possible)', timeArgument)
    .option('--no-wait', 'do not wait until the new table can be used');
  defineAction<[], { to?: string; at?: Date; wait: boolean }>(
    command,
    async (_args, { to, at, wait }, database) => {
      if (!database.startsWith('table ')) {
        throw new Error('The local database has no earlier points in time: copy its file instead');
      }
      const source = tableName();
      const target = to ?? `${source}-restored`;
      await dynamoDbClient().send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: source,
          TargetTableName: target,
          ...(at ? { RestoreDateTime: at } : { UseLatestRestorableTime: true }),
        }),
      );
      if (wait) await waitUntilActive(dynamoDbClient(), target);
      return {
        json: { source, target, at: at?.toISOString() ?? null, isActive: wait },
        text: [
          wait ? `The table ${target} is ready.` : `The table ${target} is being restored.`,
          'What it lacks: point-in-time recovery, expiry, deletion protection, stream and tags.',
          '',
          'Look at it, and copy back what was lost:',
          `  npm run admin -- workspace list --table ${target}`,
          `  npm run admin -- copy-back bot <id> --from ${target} --table ${source}`,
          'Delete it when you no longer need it:',
          `  aws dynamodb delete-table --table-name ${target}`,
        ].join('\n'),
      };
    },
  );
  return command;
}

function timeArgument(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Write a time such as 2026-11-20T09:30:00Z.');
  }
  return time;
}

async function waitUntilActive(client: DynamoDBClient, table: string): Promise<void> {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    if (Table?.TableStatus === 'ACTIVE') return;
    process.stderr.write(`${table}: ${Table?.TableStatus?.toLowerCase() ?? 'unknown'}…\n`);
    await delay(POLL_MS);
  }
}
