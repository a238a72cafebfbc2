import type { Command } from 'commander';
import { type CommandResult, defineCommandAction } from '#apps/terminal/command-action.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { openDatabase } from './database-choice.ts';

/**
 * Adds what all `admin` commands share: `--table`, `--json`, and a database connection while the command runs.
 *
 * @param run receives the arguments, the options and a description of the database
 */
export function defineAction<Arguments extends string[], Options>(
  command: Command,
  run: (args: Arguments, options: Options, database: string) => Promise<CommandResult>,
): void {
  defineCommandAction<Arguments, Options & { table?: string }>(
    command.option('--table <name>', 'the deployed table (default: TABLE_NAME, else the local database)'),
    (args, options) => runInDatabase(options.table, (database) => run(args, options, database)),
    (error) => `error: ${lineAbout(error)}`,
  );
}

async function runInDatabase<T>(
  table: string | undefined,
  work: (database: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(table);
  try {
    return await work(database.description);
  } finally {
    closeDynamoDbClient();
    await database.close();
  }
}

/** Returns an actionable one-line message, because the SDK's own messages span several lines. */
function lineAbout(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ResourceNotFoundException') {
    return `There is no table ${process.env.TABLE_NAME} in ${process.env.AWS_REGION ?? 'the region'}`;
  }
  return getFirstLine(error.message || error.name) + getCause(error);
}

/** Underlying error code, such as `ECONNREFUSED` or `ThrottlingException`. */
function getCause(error: Error): string {
  if (!(error instanceof ServiceError && error.cause instanceof Error)) return '';
  return ` (${(error.cause as NodeJS.ErrnoException).code ?? error.cause.name})`;
}

function getFirstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
