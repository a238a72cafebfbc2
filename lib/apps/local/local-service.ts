import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { closeDynamoDbClient } from '#lib/store/client.ts';
import { removeDataFiles, writeDatabaseFile } from './data-files.ts';
import { LOCAL_TABLE_NAME, useDatabase } from './database-environment.ts';
import { createTable, startEmbeddedDatabase } from './embedded-database.ts';
import { createLocalGateway } from './local-gateway.ts';
import { startLocalServer } from './local-server.ts';
import type { Settings } from './settings.ts';

export type LocalService = {
  baseUrl: string;
  chatUrl: string;
  /** For people. */
  databaseName: string;
  /** Lets running requests finish, then ends everything, the database last. Can be called repeatedly. */
  stop(): Promise<void>;
};

export type LocalServiceOptions = Pick<Settings, 'port' | 'chatPort' | 'dataDir'> & {
  log: (line: string) => void;
  /** Called with the reason why the gateway sent a 5xx. */
  onFault: (error: unknown) => void;
  /** Called if the database ends without having been told to. */
  onCrash: (error: Error) => void;
};

/**
 * The whole service on this machine: database, table, functions, both addresses.
 *
 * @throws Error if any of it does not start; what was already running is stopped again
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { dataDir, log, onFault, onCrash } = options;
  // The folder holds people's answers, so only its owner may read it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await startEmbeddedDatabase({
    filePath: path.join(dataDir, 'bots.sqlite'),
    onCrash: (error) => {
      removeDataFiles(dataDir);
      onCrash(error);
    },
  });
  const stopDatabase = async () => {
    removeDataFiles(dataDir);
    closeDynamoDbClient();
    await database.stop();
  };
  try {
    // Only now, because until the database was ours, the files could have belonged to a running server.
    removeDataFiles(dataDir);
    useDatabase(database.endpoint);
    await createTable(database.endpoint);
    writeDatabaseFile(dataDir, {
      endpoint: database.endpoint,
      tableName: LOCAL_TABLE_NAME,
      pid: process.pid,
    });
    const { port, chatPort } = options;
    const server = await startLocalServer({ gateway: createLocalGateway(onFault), port, chatPort, log });
    return {
      baseUrl: server.baseUrl,
      chatUrl: server.chatUrl,
      databaseName: database.databaseName,
      async stop() {
        await server.stop();
        await stopDatabase();
      },
    };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
