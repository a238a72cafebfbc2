import { useDatabase } from '#apps/local/database/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { followChanges } from '#apps/local/follow-changes.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';

export type TestDatabase = {
  endpoint: string;
  /** Closes the process's DynamoDB client and stops the database. */
  stop(): Promise<void>;
};

/**
 * Starts an in-memory database with an empty table and points this process's DynamoDB client at it. If
 * DYNAMODB_ENDPOINT is set, all test files share one table, so tests must not rely on an empty one.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
  await createTable(database.endpoint);
  followChanges();
  return {
    endpoint: database.endpoint,
    async stop() {
      closeDynamoDbClient();
      await database.stop();
    },
  };
}
