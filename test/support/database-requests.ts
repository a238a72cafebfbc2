import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';

/** A request from the service to the database, as seen by SDK middleware. */
export type DatabaseRequest = {
  /** Name of the SDK command, such as `PutItemCommand`. */
  command: string;
  /** The input as JSON text, so that tests can recognize the request by its keys. */
  text: string;
  input: Record<string, unknown>;
};

type Send = (input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Responds in place of the database. Call `send` to forward the request. */
export type Interceptor = (request: DatabaseRequest, send: Send) => Promise<Record<string, unknown>>;

type MiddlewareResult = { output: Record<string, unknown>; response: unknown };

let interceptions = 0;

/**
 * Puts `intercept` between the service and its database during `run`.
 *
 * @param attempt 'request' intercepts each request once, outside the SDK's retries. 'attempt' intercepts every
 *   attempt, so errors trigger the SDK's retries.
 */
export async function intercepting<T>(
  intercept: Interceptor,
  run: () => Promise<T>,
  attempt: 'request' | 'attempt' = 'request',
): Promise<T> {
  const stack = dynamoDbClient().middlewareStack;
  const name = `interception-${++interceptions}`;
  const inputs = `${name}-inputs`;
  // Only the middleware stack's initialize step sees the input, and only finalizeRequest sees each attempt.
  const getInput = new WeakMap<object, Record<string, unknown>>();

  stack.add(
    (next, context) => async (args) => {
      const input = args.input as Record<string, unknown>;
      getInput.set(context, input);
      if (attempt === 'attempt') return await next(args);
      let response: unknown;
      const output = await intercept(toRequest(String(context.commandName), input), async (changed) => {
        const result = toResult(await next({ ...args, input: changed as typeof args.input }));
        response = result.response;
        return result.output;
      });
      return { output, response } as unknown as Awaited<ReturnType<typeof next>>;
    },
    { step: 'initialize', name: inputs },
  );
  if (attempt === 'attempt') {
    stack.add(
      (next, context) => async (args) => {
        const input = getInput.get(context) ?? {};
        let response: unknown;
        const output = await intercept(toRequest(String(context.commandName), input), async () => {
          const result = toResult(await next(args));
          response = result.response;
          return result.output;
        });
        return { output, response } as unknown as Awaited<ReturnType<typeof next>>;
      },
      { step: 'finalizeRequest', priority: 'low', name },
    );
  }
  try {
    return await run();
  } finally {
    stack.remove(inputs);
    stack.remove(name);
  }
}

/** Casts away the SDK's union of all command types. */
function toResult(result: unknown): MiddlewareResult {
  return result as MiddlewareResult;
}

function toRequest(command: string, input: Record<string, unknown>): DatabaseRequest {
  return { command, text: JSON.stringify(input), input };
}
