import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { ACCOUNT_ID } from './proxy-event.ts';

/** The `handler` export of a function. */
export type LambdaFunction = (event: unknown, context: Context) => Promise<unknown>;

/** Thrown if the function did not return before its timeout. */
export class InvocationTimeoutError extends Error {
  override name = 'InvocationTimeoutError';
}

export type Invocation = {
  functionName: string;
  memoryMb: number;
  timeoutMs: number;
};

/**
 * Calls a function as Lambda does. The event and the response are serialized to JSON and parsed again. Stops
 * waiting after `timeoutMs`.
 *
 * @param eventJson the event, serialized
 * @returns the response, or undefined if the function returned nothing
 * @throws InvocationTimeoutError, or whatever the function throws
 */
export async function invoke(
  load: () => Promise<LambdaFunction>,
  eventJson: string,
  { functionName, memoryMb, timeoutMs }: Invocation,
): Promise<{ json: string; value: unknown } | undefined> {
  // Loading does not count towards the timeout, because Lambda's init phase has its own.
  const handler = await load();
  const deadlineMs = performance.now() + timeoutMs;
  const context = lambdaContext(functionName, memoryMb, deadlineMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new InvocationTimeoutError(`${functionName} took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  // Async, so that a synchronous throw becomes a rejection.
  const run = async () => await handler(JSON.parse(eventJson), context);
  try {
    const json: string | undefined = JSON.stringify(await Promise.race([run(), timeout]));
    return json === undefined ? undefined : { json, value: JSON.parse(json) };
  } finally {
    clearTimeout(timer);
  }
}

function lambdaContext(functionName: string, memoryMb: number, deadlineMs: number): Context {
  const nothing = () => {};
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:${ACCOUNT_ID}:function:${functionName}`,
    memoryLimitInMB: String(memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadlineMs - performance.now())),
    done: nothing,
    fail: nothing,
    succeed: nothing,
  };
}
