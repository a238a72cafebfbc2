import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { recordWork, type SubsegmentFields } from '#lib/platform/observability/subsegment.ts';

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

type Metadata = { httpStatusCode?: number; requestId?: string; attempts?: number };

/**
 * Records each of the client's requests in the trace of the current call. A request and its retries are one
 * entry.
 */
export function recordRequests(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        recordWork(() => next(args), {
          name: 'DynamoDB',
          namespace: 'aws',
          describe: (outcome) => {
            const source = 'value' in outcome ? outcome.value.output : outcome.failure;
            return describeRequest(commandName, source as { name?: string; $metadata?: Metadata });
          },
        }),
    { step: 'initialize', name: 'record-requests' },
  );
}

function describeRequest(
  commandName: string,
  { name = '', $metadata: metadata = {} }: { name?: string; $metadata?: Metadata },
): SubsegmentFields {
  const { httpStatusCode: status, requestId, attempts = 1 } = metadata;
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return {
    aws: {
      operation: commandName.replace(/Command$/, ''),
      table_name: process.env.TABLE_NAME,
      region: process.env.AWS_REGION,
      request_id: requestId,
      retries: attempts - 1,
    },
    http: { response: { status } },
    ...(isRefusal && { error: true }),
    ...(THROTTLES.has(name) && { throttle: true }),
    ...((status === undefined || status >= 500) && { fault: true }),
  };
}
