import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/* Requests of the fixtures in test/endpoints, without sending them. */

export const get = (path: string, query: ApiRequest['query'] = {}): ApiRequest => ({
  method: 'GET',
  path,
  query,
});

export const post = (path: string, body?: object): ApiRequest => ({
  method: 'POST',
  path,
  ...(body && { body }),
});

export const put = (path: string, body: object): ApiRequest => ({ method: 'PUT', path, body });

export const patch = (path: string, body: object): ApiRequest => ({ method: 'PATCH', path, body });

export const remove = (path: string, body?: object): ApiRequest => ({
  method: 'DELETE',
  path,
  ...(body && { body }),
});

export const chat = (path: string, body: object = {}): ApiRequest => ({ ...post(path, body), api: 'chat' });

export const withKey = (request: ApiRequest): ApiRequest => ({
  ...request,
  headers: { 'Idempotency-Key': uniqueName('key') },
});

export async function asAdmin(api: Api, request: ApiRequest): Promise<ApiRequest> {
  return { ...request, token: await api.tokenFor('admin') };
}

/** Runs a preparation this many times, some at once, because a busy machine takes no more. */
export async function repeatInBatches<T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const outcomes: T[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => start + n);
    outcomes.push(...(await Promise.all(numbers.map(run))));
  }
  return outcomes;
}

const BATCH = 20;

/** Returns this many times the same command of the database. */
export function repeat(count: number, command: string): string[] {
  return Array.from({ length: count }, () => command);
}
