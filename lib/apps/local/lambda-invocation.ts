import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { ACCOUNT_ID } from './proxy-event.ts';

/** A function's `handler`. */
export type LambdaFunction = (event: unknown, context: Context) => Promise<unknown>;

/** The function did not respond within its time limit. */
export class InvocationTimeout extends Error {}

export type Invocation = {
  functionName: string;
  memoryMb: number;
  timeoutMs: number;
};

/**
 * Calls a function as Lambda does. Event and response pass through JSON, so that only what could be sent
 * reaches the other side. After `timeoutMs`, the call is abandoned.
 *
 * @param eventJson the event
 * @returns the response, or undefined if the function returned none
 * @throws InvocationTimeout, or whatever the function throws
 */
export async function invoke(
  load: () => Promise<LambdaFunction>,
  eventJson: string,
  { functionName, memoryMb, timeoutMs }: Invocation,
): Promise<{ json: string; value: unknown } | undefined> {
  // Loading is Lambda's init phase, which has its own time limit.
  const handler = await load();
  const deadlineMs = performance.now() + timeoutMs;
  const context = lambdaContext(functionName, memoryMb, deadlineMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new InvocationTimeout(`${functionName} took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  // Async, so that a handler that throws at once is treated like one that rejects.
  const answer = async () => await handler(JSON.parse(eventJson), context);
  try {
    const json: string | undefined = JSON.stringify(await Promise.race([answer(), timeout]));
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
