import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isExportOn, isTracingOn } from '#lib/platform/observability/call-trace.ts';
import { recordRequests } from './record-requests.ts';

/**
 * DynamoDB responds within milliseconds, or about a second for the largest responses (a 16 MB batch). A request
 * that takes longer than this has lost its connection. The shortest function timeout is 10 seconds, which
 * leaves time to retry once and still respond.
 */
const REQUEST_TIMEOUT_MS = 4_000;

let client: DynamoDBClient | undefined;

/**
 * Returns this process's DynamoDB client, created on first use. The SDK reads region, credentials and, for an
 * embedded database, the endpoint (`AWS_ENDPOINT_URL_DYNAMODB`) from the environment.
 */
export function dynamoDbClient(): DynamoDBClient {
  client ??= createClient();
  return client;
}

function createClient(): DynamoDBClient {
  const created = new DynamoDBClient({
    // A bot of several MB is written as up to 14 items of 380 KB to one partition, which accepts 1,000 write
    // units a second. The SDK has to keep retrying for several seconds before giving up.
    maxAttempts: 8,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this, the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
  });
  if (isTracingOn() || isExportOn()) recordRequests(created);
  return created;
}

/** Closes open connections so that the process can exit immediately. */
export function closeDynamoDbClient(): void {
  client?.destroy();
  client = undefined;
}

export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
