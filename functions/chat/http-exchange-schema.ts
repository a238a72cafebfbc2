import * as z from 'zod';
import { once } from '#lib/platform/validation/once.ts';

/** Outcome of an HTTP request that was sent to test it. */
export const httpExchange = once(() =>
  z.object({
    durationMs: z.number(),
    status: z.number().optional(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
    bodyBytes: z.number().optional(),
    isCut: z.literal(true).optional(),
    error: z.enum(['refused', 'timeout', 'too-large', 'failed']).optional(),
    message: z.string().optional(),
  }),
);
