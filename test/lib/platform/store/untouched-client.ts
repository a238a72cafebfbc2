import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The SDK's client with the service's settings and nothing replaced, for comparison. */
export function createUntouchedClient(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
  });
}
