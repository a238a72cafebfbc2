import { useDatabase } from '#lib/apps/local/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#lib/apps/local/embedded-database.ts';
import { closeDynamoDbClient } from '#lib/store/client.ts';

export type TestDatabase = {
  endpoint: string;
  /** Closes the process's DynamoDB client and ends the database. */
  stop(): Promise<void>;
};

/**
 * An empty table in a database in memory, with this process's DynamoDB client pointed at it. With
 * DYNAMODB_ENDPOINT set it is a table that all test files share, so tests must not rely on its being empty.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
  await createTable(database.endpoint);
  return {
    endpoint: database.endpoint,
    async stop() {
      closeDynamoDbClient();
      await database.stop();
    },
  };
}
