import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';

type AnyRequest = { params?: object; query?: object; body?: unknown };
type AnyCall = (request?: AnyRequest) => Promise<unknown>;
type AnyOperation = AnyCall & {
  withResponse: AnyCall;
  all?: (request?: AnyRequest) => AsyncGenerator<unknown, void>;
};

/**
 * Returns a client whose errors say which id was not found: `Bot not found: bakery`. The service leaves the id out,
 * but a command may have been given several.
 */
export function withNamedFailures(client: Client): Client {
  const operations = Object.entries(client) as unknown as [string, AnyOperation][];
  return Object.fromEntries(
    operations.map(([name, operation]) => {
      const { withResponse, all } = operation;
      return [
        name,
        Object.assign(addNames(operation), {
          withResponse: addNames(withResponse),
          ...(all && {
            async *all(request?: AnyRequest) {
              try {
                yield* all(request);
              } catch (error) {
                throw toNamed(error, request);
              }
            },
          }),
        }),
      ];
    }),
  ) as unknown as Client;
}

function addNames(call: AnyCall): AnyCall {
  return async (request) => {
    try {
      return await call(request);
    } catch (error) {
      throw toNamed(error, request);
    }
  };
}

function toNamed(error: unknown, request: AnyRequest = {}): unknown {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  const thing = /^(\w+) not found$/.exec(error.message)?.[1]?.toLowerCase();
  if (thing === undefined) return error;
  const sent: Record<string, unknown> = { ...(request.body as object), ...request.query, ...request.params };
  const id = sent[`${thing}Id`] ?? sent[thing];
  if (typeof id !== 'string' && typeof id !== 'number') return error;
  return new ApiError({ ...error, message: `${error.message}: ${id}` });
}
