import * as z from 'zod';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { FETCH_TIMEOUT_MS, MAX_FETCHED_CHARS } from './sandbox-limits.ts';

const headersSchema = z.union([
  z.record(z.string(), z.coerce.string()),
  z.array(z.tuple([z.string(), z.coerce.string()])),
]);
const initSchema = z.object({
  method: z.string().optional().catch(undefined),
  headers: headersSchema.optional().catch(undefined),
  body: z.unknown(),
});

/** Resolves to the text of a response of any status. Rejects with a message that the code may read. */
export type SandboxFetch = (url: string, init: unknown) => Promise<string>;

export type SandboxFetchOptions = { http: HttpPort; remainingMs: () => number };

/**
 * The `fetch` of user code. It reaches public addresses only, because the port does, and resolves to the text
 * of a response of any status.
 */
export function sandboxFetch({ http, remainingMs }: SandboxFetchOptions): SandboxFetch {
  return async (url, init) => {
    const { method, headers, body } = initSchema.catch({ body: undefined }).parse(init ?? {});
    const answer = await http({
      url,
      method: (method ?? 'GET').toUpperCase(),
      ...(headers && { headers: Array.isArray(headers) ? Object.fromEntries(headers) : headers }),
      ...(body !== undefined &&
        body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      timeoutMs: Math.max(1, Math.min(FETCH_TIMEOUT_MS, remainingMs() - CODE_RESERVE_MS)),
    });
    const text = new TextDecoder().decode(answer.body);
    if (text.length > MAX_FETCHED_CHARS) {
      throw new Error(`Answer is longer than ${MAX_FETCHED_CHARS} characters`);
    }
    return text;
  };
}
