import type { Command } from 'commander';
import { type Failure, formatFailure } from '#apps/cli/failure.ts';
import { type CommandResult, defineCommandAction } from '#apps/terminal/command-action.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

/**
 * Adds what all commands of `bots operator` share: `--table`, `--json`, and a database connection while the command
 * runs.
 *
 * An action imports `apps/operator` and the stores when it runs: they load the AWS SDK, which would
 * slow down the start of every other command.
 */
export function defineOperatorAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options, database: OpenDatabase) => Promise<CommandResult>,
): void {
  defineCommandAction<Arguments, Options & { table?: string }>(
    command.option('--table <name>', 'the deployed table (default: TABLE_NAME, else the local database)'),
    (args, options) => runInDatabase(options.table, (database) => run(args, options, database)),
    (error, isJson) => formatFailure(toFailure(error), isJson),
  );
}

async function runInDatabase<T>(
  table: string | undefined,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(table);
  try {
    return await work(database);
  } finally {
    const { closeDynamoDbClient } = await import('#lib/platform/store/dynamodb-client.ts');
    closeDynamoDbClient();
    await database.close();
  }
}

/** Says in one line what to do, because the SDK's own messages span several lines. */
function toFailure(error: unknown): Failure {
  if (error instanceof ServiceError) {
    const { code, message, issues, cause } = error;
    return { code, message: message + formatCause(cause), ...(issues && { issues }) };
  }
  if (!(error instanceof Error)) return { code: 'FAILED', message: String(error) };
  if (error.name === 'ResourceNotFoundException') {
    const region = process.env.AWS_REGION ?? 'the region';
    return { code: 'FAILED', message: `There is no table ${process.env.TABLE_NAME} in ${region}` };
  }
  const [firstLine = ''] = (error.message || error.name).split('\n', 1);
  return { code: 'FAILED', message: firstLine };
}

/** Formats an underlying error as its code, such as `ECONNREFUSED` or `ThrottlingException`. */
function formatCause(cause: unknown): string {
  return cause instanceof Error ? ` (${(cause as NodeJS.ErrnoException).code ?? cause.name})` : '';
}
