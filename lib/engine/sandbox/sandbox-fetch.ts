import * as z from 'zod';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { decodeText } from '#lib/platform/json/decode-text.ts';
import { once } from '#lib/platform/validation/once.ts';
import { FETCH_TIMEOUT_MS, MAX_FETCHED_CHARS } from './sandbox-limits.ts';

const headersSchema = once(() =>
  z.union([z.record(z.string(), z.coerce.string()), z.array(z.tuple([z.string(), z.coerce.string()]))]),
);
const initSchema = once(() =>
  z.object({
    method: z.string().optional().catch(undefined),
    headers: headersSchema().optional().catch(undefined),
    body: z.unknown(),
  }),
);

/** Resolves to the text of a response of any status. Rejects with a message that user code may see. */
export type SandboxFetch = (url: string, init: unknown) => Promise<string>;

export type SandboxFetchOptions = { http: HttpPort; remainingMs: () => number };

/** Implements `fetch` for user code. The HTTP port restricts it to public addresses. */
export function sandboxFetch({ http, remainingMs }: SandboxFetchOptions): SandboxFetch {
  return async (url, init) => {
    const { method, headers, body } = initSchema()
      .catch({ body: undefined })
      .parse(init ?? {});
    const response = await http({
      url,
      method: (method ?? 'GET').toUpperCase(),
      ...(headers && { headers: Array.isArray(headers) ? Object.fromEntries(headers) : headers }),
      ...(body !== undefined &&
        body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      timeoutMs: Math.max(1, Math.min(FETCH_TIMEOUT_MS, remainingMs() - CODE_RESERVE_MS)),
    });
    const text = decodeText(response.body, response.headers['content-type']);
    if (text.length > MAX_FETCHED_CHARS) {
      throw new Error(`Response is longer than ${MAX_FETCHED_CHARS} characters`);
    }
    return text;
  };
}
