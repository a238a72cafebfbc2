import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getDataDir } from '#apps/local/data-dir.ts';
import { useDatabase } from '#apps/local/database/database-environment.ts';

/** The database that a command works on. The DynamoDB client's environment variables already point to it. */
export type OpenDatabase = {
  /** Text for messages, such as `table bots-prod`. */
  description: string;
  /** Whether it is the database of `npm start`, and not a table on AWS. */
  isLocal: boolean;
  close(): Promise<void>;
};

/** Content of `DATA_DIR/database.json`, which a running local server writes. */
type RunningDatabase = { endpoint: string; pid: number };

/**
 * Opens the deployed table named by `table` or TABLE_NAME, or else the local database. If a local server is
 * running, its database is used; otherwise one is started on the same file until `close`.
 */
export async function openDatabase(table = process.env.TABLE_NAME): Promise<OpenDatabase> {
  if (table) {
    process.env.TABLE_NAME = table;
    return { description: `table ${table}`, isLocal: false, close: async () => {} };
  }

  const dataDir = getDataDir(process.env);
  const running = await findRunningDatabase(dataDir);
  if (running) {
    useDatabase(running.endpoint);
    await follow();
    return { description: `local database in ${dataDir}`, isLocal: true, close: async () => {} };
  }
  return await startOwnDatabase(dataDir);
}

async function startOwnDatabase(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Imported lazily, because a deployed table does not need it.
  const { startEmbeddedDatabase, createTable } = await import('#apps/local/database/embedded-database.ts');
  const database = await startEmbeddedDatabase({ filePath: path.join(dataDir, 'bots.sqlite') });
  try {
    useDatabase(database.endpoint);
    await createTable(database.endpoint);
    await follow();
  } catch (error) {
    await database.stop();
    throw error;
  }
  return {
    description: `local database in ${dataDir}`,
    isLocal: true,
    close: () => database.stop(),
  };
}

/** Writes the audit entries, as the table's stream does on AWS. Imported lazily like the database. */
async function follow(): Promise<void> {
  const { followChanges } = await import('#apps/local/follow-changes.ts');
  followChanges();
}

/**
 * A crashed server leaves the file behind, so check that both the process and its database are still alive.
 */
async function findRunningDatabase(dataDir: string): Promise<RunningDatabase | undefined> {
  try {
    const database = JSON.parse(
      await readFile(path.join(dataDir, 'database.json'), 'utf8'),
    ) as RunningDatabase;
    process.kill(database.pid, 0);
    const response = await fetch(database.endpoint, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return database;
  } catch {
    return undefined;
  }
}
