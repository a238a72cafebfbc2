import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

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
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000 },
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
