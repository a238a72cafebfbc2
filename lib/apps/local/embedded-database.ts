import path from 'node:path';
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { createTableInput, TABLE } from '#lib/store/table.ts';
import { LOCAL_TABLE_NAME } from './database-environment.ts';
import { lockDatabase } from './database-lock.ts';
import { startDatabaseProcess } from './database-process.ts';
import { findDatabaseProgram } from './find-database-program.ts';

export type EmbeddedDatabase = {
  /** `http://127.0.0.1:41234`, for `useDatabase` and `createTable`. */
  endpoint: string;
  /** For people. */
  databaseName: string;
  /** Ends the database. Requests that are still running are lost. Can be called repeatedly. */
  stop(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  /** Where the database is stored; its folder must exist. Absent means in memory. */
  filePath?: string;
  /** Called if the database ends without having been told to. */
  onCrash?: (error: Error) => void;
};

/**
 * Starts a DynamoDB database that lives no longer than this process, or uses the one that DYNAMODB_ENDPOINT
 * names.
 *
 * @throws Error if no database is found, if it does not start, or if another process uses the file
 */
export async function startEmbeddedDatabase({
  filePath,
  onCrash,
}: EmbeddedDatabaseOptions = {}): Promise<EmbeddedDatabase> {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint) {
    if (!URL.canParse(endpoint)) throw new Error(`DYNAMODB_ENDPOINT is not a URL: ${endpoint}`);
    return { endpoint, databaseName: `DYNAMODB_ENDPOINT ${endpoint}`, stop: async () => {} };
  }

  const database = await findDatabaseProgram();
  const absolutePath = filePath === undefined ? undefined : path.resolve(filePath);
  const unlock = absolutePath === undefined ? () => {} : lockDatabase(absolutePath);
  try {
    const databaseProcess = await startDatabaseProcess(database, absolutePath);
    if (onCrash) databaseProcess.onCrash(onCrash);
    return {
      endpoint: `http://127.0.0.1:${databaseProcess.port}`,
      databaseName: database.name,
      async stop() {
        await databaseProcess.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A local database needs a fraction of a second. A table at AWS, behind DYNAMODB_ENDPOINT, needs up to half a
 * minute.
 */
const TABLE_TIMEOUT_SECONDS = 60;

/**
 * Creates the local table if it is missing, as CDK creates the deployed one, and waits until it can be used.
 * Credentials and region come from the environment (see `useDatabase`). Several processes may do this at
 * once.
 */
export async function createTable(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  const TableName = LOCAL_TABLE_NAME;
  try {
    await ignoreIfThere(client.send(new CreateTableCommand(createTableInput(TableName))));
    await waitUntilTableExists(
      // A local database is ready within about 100 ms. The waiter's default pause of 20 s is for AWS.
      { client, maxWaitTime: TABLE_TIMEOUT_SECONDS, minDelay: 0.05, maxDelay: 0.5 },
      { TableName },
    );
    await turnTtlOn(client, TableName);
  } finally {
    client.destroy();
  }
}

async function ignoreIfThere(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

async function turnTtlOn(client: DynamoDBClient, TableName: string): Promise<void> {
  const isOn = async () => {
    const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    return ttl?.TimeToLiveStatus === 'ENABLED' || ttl?.TimeToLiveStatus === 'ENABLING';
  };
  // Enabling it a second time is refused with a ValidationException.
  if (await isOn()) return;
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
      }),
    );
  } catch (error) {
    if (!(await isOn())) throw error;
  }
}
