import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * DynamoDB responds within milliseconds, and within about a second for the largest responses (a batch of 16
 * MB). A request that takes longer than this has lost its connection. The shortest timeout of a function is
 * 10 seconds, which leaves time to send the request once more and still respond.
 */
const REQUEST_TIMEOUT_MS = 4_000;

let client: DynamoDBClient | undefined;

/**
 * The DynamoDB client of this process, created on first use. Region, credentials and, for an embedded
 * database, the endpoint (`AWS_ENDPOINT_URL_DYNAMODB`) come from the environment, where the SDK reads them.
 */
export function dynamoDbClient(): DynamoDBClient {
  client ??= new DynamoDBClient({
    // A bot of several MB is written as up to 14 items of 380 KB to one partition, which accepts 1,000 write
    // units a second. The SDK has to keep retrying for several seconds before it gives up a write.
    maxAttempts: 8,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this, the SDK logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
  });
  return client;
}

/** Closes the open connections, so that the process can exit at once. */
export function closeDynamoDbClient(): void {
  client?.destroy();
  client = undefined;
}

export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
