import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { useDatabase } from '#lib/apps/local/database-environment.ts';

/**
 * The database that a command works on. The environment that the DynamoDB client reads already points to it.
 */
export type OpenDatabase = {
  /** Description for people: `table bots-prod`. */
  description: string;
  close(): Promise<void>;
};

/** What a running local server says about its database, in `DATA_DIR/database.json`. */
type RunningDatabase = { endpoint: string; pid: number };

/**
 * Chooses the database: the deployed table that `table` or TABLE_NAME names, otherwise the local one. If a
 * local server is running, that is its database. If not, one is started on the same file until `close`.
 */
export async function openDatabase(table = process.env.TABLE_NAME): Promise<OpenDatabase> {
  if (table) {
    process.env.TABLE_NAME = table;
    return { description: `table ${table}`, close: async () => {} };
  }

  const dataDir = process.env.DATA_DIR || '.local';
  const running = await runningDatabase(dataDir);
  if (running) {
    useDatabase(running.endpoint);
    return { description: `local database in ${dataDir}`, close: async () => {} };
  }
  return await startOwnDatabase(dataDir);
}

async function startOwnDatabase(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Imported only here, because a deployed table needs neither a local database nor the time to find one.
  const { startEmbeddedDatabase, createTable } = await import('#lib/apps/local/embedded-database.ts');
  const database = await startEmbeddedDatabase({ filePath: path.join(dataDir, 'bots.sqlite') });
  try {
    useDatabase(database.endpoint);
    await createTable(database.endpoint);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return { description: `local database in ${dataDir}`, close: () => database.stop() };
}

/** A server that crashed leaves the file behind, so both the process and the database must still be there. */
async function runningDatabase(dataDir: string): Promise<RunningDatabase | undefined> {
  try {
    const database = JSON.parse(
      await readFile(path.join(dataDir, 'database.json'), 'utf8'),
    ) as RunningDatabase;
    process.kill(database.pid, 0);
    const answer = await fetch(database.endpoint, { signal: AbortSignal.timeout(1_000) });
    await answer.body?.cancel();
    return database;
  } catch {
    return undefined;
  }
}
