import { type DatabaseRequest, intercepting } from './database-requests.ts';

/** An error as the SDK throws it. The service tells these errors apart by name. */
export function databaseError(name: string, fields: object = {}): Error {
  return Object.assign(new Error(`${name}, made by a test`), { name, $metadata: {}, ...fields });
}

export type Fault = {
  /** Which requests fail. */
  when: (request: DatabaseRequest) => boolean;
  error: Error;
  /** How many of them fail. Default: all. */
  times?: number;
  /**
   * Whether the database carries the request out before it fails, as when its response is lost on the way.
   */
  isCarriedOut?: boolean;
};

/** Makes requests fail while `run` is running, and counts the failures. */
export async function failing<T>(
  { when, error, times = Number.POSITIVE_INFINITY, isCarriedOut = false }: Fault,
  run: () => Promise<T>,
  attempt: 'request' | 'attempt' = 'request',
): Promise<{ value: T; failures: number }> {
  let failures = 0;
  const value = await intercepting(
    async (request, send) => {
      if (failures >= times || !when(request)) return await send(request.input);
      failures += 1;
      if (isCarriedOut) await send(request.input);
      throw error;
    },
    run,
    attempt,
  );
  return { value, failures };
}

/** All requests except the authorizer's. A failing token lookup has tests of its own. */
export function isAboutContent({ text }: DatabaseRequest): boolean {
  return !text.includes('TOKEN#');
}
