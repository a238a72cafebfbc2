import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * DynamoDB answers in milliseconds, and in about a second what is largest (a batch of 16 MB): what takes longer than
 * this has lost its connection. The least that a function has is 10 seconds, so that the same request can be sent
 * once more and still be answered in time.
 */
const REQUEST_TIMEOUT_MS = 4_000;

let client: DynamoDBClient | undefined;

/**
 * The process's one DynamoDB client, made on first use. Region, credentials and, for an embedded database,
 * the endpoint (`AWS_ENDPOINT_URL_DYNAMODB`) come from the environment, as the SDK reads it.
 */
export function dynamoDbClient(): DynamoDBClient {
  client ??= new DynamoDBClient({
    // A bot of several MB is written as up to 14 items of 380 KB to one partition, which takes 1,000 write
    // units a second: the SDK's backoff has to last for some seconds before a write is given up.
    maxAttempts: 8,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without it the SDK writes a warning and waits on.
      throwOnRequestTimeout: true,
    },
  });
  return client;
}

/** Lets the process end at once: open connections are closed. */
export function closeDynamoDbClient(): void {
  client?.destroy();
  client = undefined;
}

export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
