import type { Command } from 'commander';
import { apiSource } from './api-source.ts';
import type { Source } from './source.ts';

export type SourceOptions = { from?: string; token?: string; database?: string };

/** Adds the options that say where to read from. */
export function withSource(command: Command): Command {
  return command
    .option('--from <url>', "address of the source product's builder: https://builder.example.com")
    .option('--token <token>', 'API token of one of its users; SOURCE_TOKEN keeps it out of process lists')
    .option('--database <url>', 'its database instead: postgres://…; PGPASSWORD keeps the password out');
}

/**
 * Opens the source that the options name.
 *
 * @throws Error if they do not name exactly one, SourceUnreadable
 */
export async function openSource({ from, token, database }: SourceOptions): Promise<Source> {
  if (from !== undefined && database !== undefined)
    throw new Error('Give either --from or --database, not both');
  if (database !== undefined) {
    // Loads the database's client only where it is used.
    const [{ openSourceDatabase }, { databaseSource }] = await Promise.all([
      import('./source-database.ts'),
      import('./database-source.ts'),
    ]);
    return databaseSource(await openSourceDatabase(database));
  }
  if (from === undefined) throw new Error('Say where to move from: --from with --token, or --database');
  const sourceToken = token ?? process.env.SOURCE_TOKEN;
  if (!sourceToken) throw new Error('--from needs --token, or SOURCE_TOKEN in the environment');
  if (!/^https?:\/\//.test(from) || !URL.canParse(from))
    throw new Error(`${from} is not an address: expected https://…`);
  return apiSource({ baseUrl: from, token: sourceToken });
}
