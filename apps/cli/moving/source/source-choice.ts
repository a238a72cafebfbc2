import type { Command } from 'commander';
import { apiSource } from './api-source.ts';
import type { Source } from './source.ts';

export type SourceOptions = { from?: string; token?: string; database?: string };

/** Adds the options that say where to read from. */
export function withSource(command: Command): Command {
  return command
    .option('--from <url>', "address of Typebot's builder: https://builder.example.com")
    .option('--token <token>', 'API token of one of its users; SOURCE_TOKEN keeps it out of process lists')
    .option('--database <url>', 'its database instead: postgres://…; PGPASSWORD keeps the password out');
}

/**
 * Opens the source that the options name.
 *
 * @throws Error if they do not name exactly one or it cannot be right, SourceUnreadableError
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
  // Any other character would make the request fail with an error that quotes the token.
  if (!/^[\x21-\x7e]+$/.test(sourceToken))
    throw new Error('The token has a character that no token has, such as a space or a line break');
  return apiSource({ baseUrl: toBaseUrl(from), token: sourceToken });
}

/** Checks the address without quoting it: it may contain a password or a token. */
function toBaseUrl(from: string): string {
  const url = /^https?:\/\//i.test(from) ? URL.parse(from) : null;
  if (!url) throw new Error('--from is not an address: expected https://…');
  if (url.username !== '' || url.password !== '')
    throw new Error('The address in --from contains a user or a password. Give it without them, and --token');
  if (/[?#]/.test(from)) throw new Error('The address in --from contains a ? or a #. Give what is before it');
  return `${url.origin}${url.pathname}`;
}
