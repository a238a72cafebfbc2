import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_TABLE_NAME, useDatabase } from '#apps/local/database/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { closeDynamoDbClient, dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';

export type EmbeddedTable = {
  endpoint: string;
  tableName: string;
  /** Names of the commands sent since the last reset, including those made to fail. */
  requests: string[];
  /** Makes every command of this name fail until the next reset. */
  failOn(commandName: string, error: Error): void;
  reset(): void;
  stop(): Promise<void>;
};

/** Creates an empty table in a database for this test file and points the process's DynamoDB client at it. */
export async function startEmbeddedTable(): Promise<EmbeddedTable> {
  const database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
  await createTable(database.endpoint);

  const requests: string[] = [];
  const failures = new Map<string, Error>();
  let observed: DynamoDBClient | undefined;
  /** Observes the current client, which is a new one after a test that closes the client. */
  const observe = () => {
    if (observed === dynamoDbClient()) return;
    observed = dynamoDbClient();
    observed.middlewareStack.add(
      (next, context) => async (args) => {
        const commandName = String(context.commandName);
        requests.push(commandName);
        const failure = failures.get(commandName);
        if (failure) throw failure;
        return await next(args);
      },
      { step: 'initialize' },
    );
  };
  observe();

  return {
    endpoint: database.endpoint,
    tableName: LOCAL_TABLE_NAME,
    requests,
    failOn: (commandName, error) => failures.set(commandName, error),
    reset: () => {
      requests.length = 0;
      failures.clear();
      observe();
    },
    stop: async () => {
      closeDynamoDbClient();
      await database.stop();
    },
  };
}
