import type { Command } from 'commander';
import { ServiceError } from '#lib/errors/service-error.ts';
import { closeDynamoDbClient } from '#lib/store/client.ts';
import { openDatabase } from './database-choice.ts';

/** The result of a command, for programs (`--json`) and for people. */
export type CommandResult = { json: unknown; text: string; exitCode?: number };

/**
 * Gives a command what all commands share: `--table`, `--json`, a database that is open while the command
 * runs, the result on stdout, and a failure as one line on stderr with exit code 1.
 *
 * @param run gets the arguments, the options and a description of the database
 */
export function defineAction<Arguments extends string[], Options>(
  command: Command,
  run: (args: Arguments, options: Options, database: string) => Promise<CommandResult>,
): void {
  command
    .option('--table <name>', 'the deployed table (default: TABLE_NAME, else the local database)')
    .option('--json', 'print JSON')
    .action(async () => {
      const options = command.opts<Options & { table?: string; json?: true }>();
      try {
        const result = await inDatabase(options.table, (database) =>
          run(command.processedArgs as Arguments, options, database),
        );
        console.log(options.json ? JSON.stringify(result.json, null, 2) : result.text);
        if (result.exitCode !== undefined) process.exitCode = result.exitCode;
      } catch (error) {
        console.error(`error: ${lineAbout(error)}`);
        process.exitCode = 1;
      }
    });
}

async function inDatabase<T>(table: string | undefined, work: (database: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(table);
  try {
    return await work(database.description);
  } finally {
    closeDynamoDbClient();
    await database.close();
  }
}

/**
 * A message that a person can act on. The SDK's own errors are several lines about resources and providers.
 */
function lineAbout(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ResourceNotFoundException') {
    return `There is no table ${process.env.TABLE_NAME} in ${process.env.AWS_REGION ?? 'the region'}`;
  }
  return getFirstLine(error.message || error.name) + getCause(error);
}

/** Why the database does not respond: `ECONNREFUSED`, `ThrottlingException`. */
function getCause(error: Error): string {
  if (!(error instanceof ServiceError && error.cause instanceof Error)) return '';
  return ` (${(error.cause as NodeJS.ErrnoException).code ?? error.cause.name})`;
}

function getFirstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
