import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { recordWork } from '#lib/platform/observability/record-work.ts';

/**
 * Records each of the client's requests in the trace of the current call. A request and its retries are one
 * entry.
 */
export function recordRequests(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        recordWork(() => next(args), { name: 'DynamoDB', operation: commandName.replace(/Command$/, '') }),
    { step: 'initialize', name: 'record-requests' },
  );
}
