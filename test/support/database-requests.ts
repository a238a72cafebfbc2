import { dynamoDbClient } from '#lib/store/client.ts';

/** A request that the service sends to the database, as the SDK's middlewares see it. */
export type DatabaseRequest = {
  /** `PutItemCommand` */
  command: string;
  /** The whole input as text, for telling by its keys which request it is. */
  text: string;
  input: Record<string, unknown>;
};

type Send = (input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Answers in the database's place; `send` asks the database itself. */
export type Interceptor = (request: DatabaseRequest, send: Send) => Promise<Record<string, unknown>>;

type MiddlewareResult = { output: Record<string, unknown>; response: unknown };

let interceptions = 0;

/**
 * Lets `intercept` stand between the service and its database while `run` is running.
 *
 * @param attempt 'request': once a request, however often the SDK sends it, and an error is not retried by the
 *   SDK. 'attempt': each time it is sent, and what is thrown reaches the SDK's retries.
 */
export async function intercepting<T>(
  intercept: Interceptor,
  run: () => Promise<T>,
  attempt: 'request' | 'attempt' = 'request',
): Promise<T> {
  const stack = dynamoDbClient().middlewareStack;
  const name = `interception-${++interceptions}`;
  const inputs = `${name}-inputs`;
  // The input is only to be had at the start of the stack, the single attempts are only seen at its end.
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

/** The SDK's types say which commands there are; here any will do. */
function toResult(result: unknown): MiddlewareResult {
  return result as MiddlewareResult;
}

function toRequest(command: string, input: Record<string, unknown>): DatabaseRequest {
  return { command, text: JSON.stringify(input), input };
}
