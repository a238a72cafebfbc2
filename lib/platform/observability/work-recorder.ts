import { type CallTrace, MAX_SPANS } from './call-trace.ts';
import { sendSubsegment } from './send-subsegment.ts';
import type { TraceHeader } from './trace-header.ts';
import type { Work, WorkFields, WorkRecord } from './work-record.ts';

/*
 * Records requests to other services. This module is a bundle of its own, loaded when a call is first recorded, so it must not
 * import modules whose state is in the function's bundle.
 */

type Outcome = { value: unknown } | { failure: unknown };

/** Sends the request, and keeps the record until the call ends, or sends it to X-Ray's daemon. */
export async function recordInto<T>(
  target: CallTrace | TraceHeader,
  id: string,
  work: Work,
  send: (spanId: string) => Promise<T>,
): Promise<T> {
  const startedMs = Date.now();
  const end = (outcome: Outcome) => keep(target, toRecord({ id, startedMs, work, outcome }));
  try {
    const value = await send(id);
    end({ value });
    return value;
  } catch (failure) {
    end({ failure });
    throw failure;
  }
}

function keep(target: CallTrace | TraceHeader, record: WorkRecord): void {
  if (!('records' in target)) sendSubsegment(record, target);
  else if (target.records.length < MAX_SPANS) target.records.push(record);
  else target.droppedRecords += 1;
}

type EndedWork = { id: string; startedMs: number; work: Work; outcome: Outcome };

function toRecord({ id, startedMs, work, outcome }: EndedWork): WorkRecord {
  const { name, operation, request } = work;
  return {
    id,
    name,
    namespace: operation === undefined ? 'remote' : 'aws',
    startedMs,
    endedMs: Date.now(),
    fields: {
      ...(operation !== undefined && describeOperation(operation, outcome)),
      ...(request && describeRequest(request, outcome)),
    },
    ...('failure' in outcome && {
      failureName: outcome.failure instanceof Error ? outcome.failure.name : 'unknown',
    }),
  };
}

function describeRequest(request: { method: string; url: string }, outcome: Outcome): WorkFields {
  if ('failure' in outcome) {
    // The address guard refuses a request before it is sent.
    const isRefused = (outcome.failure as { kind?: string }).kind === 'refused';
    return { http: { request }, ...(isRefused ? { error: true } : { fault: true }) };
  }
  const { status } = outcome.value as { status: number };
  return {
    http: { request, response: { status } },
    ...(status >= 400 && status < 500 && { error: true }),
    ...(status === 429 && { throttle: true }),
    ...(status >= 500 && { fault: true }),
  };
}

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** The SDK's facts about a request and its retries, in a response or an error. */
type SdkOutcome = {
  name?: string;
  $metadata?: { httpStatusCode?: number; requestId?: string; attempts?: number };
};

function describeOperation(operation: string, outcome: Outcome): WorkFields {
  const source = 'value' in outcome ? (outcome.value as { output: SdkOutcome }).output : outcome.failure;
  const { name = '', $metadata: metadata = {} } = source as SdkOutcome;
  const { httpStatusCode: status, requestId, attempts = 1 } = metadata;
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return {
    aws: {
      operation,
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
