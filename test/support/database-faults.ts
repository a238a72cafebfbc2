import { type DatabaseRequest, intercepting } from './database-requests.ts';

/** Creates an error like the SDK's. The service distinguishes them by name. */
export function databaseError(name: string, fields: object = {}): Error {
  return Object.assign(new Error(`${name}, made by a test`), { name, $metadata: {}, ...fields });
}

export type Fault = {
  /** Selects the requests that fail. */
  when: (request: DatabaseRequest) => boolean;
  error: Error;
  /** Maximum number of failures. Defaults to unlimited. */
  times?: number;
  /**
   * Whether the database executes the request before it fails, as when the response is lost.
   */
  isCarriedOut?: boolean;
};

/** Makes database requests fail during `run`, and counts the failures. */
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

/** Whether the request comes from the audit writer instead of the endpoint. */
export function isFromTheStream({ command, text }: DatabaseRequest): boolean {
  return command === 'PutItemCommand' && text.includes('"AUDIT#');
}

/** Selects all requests except the authorizer's. Failing token lookups have their own tests. */
export function isAboutContent({ text }: DatabaseRequest): boolean {
  return !text.includes('TOKEN#');
}
