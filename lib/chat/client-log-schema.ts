import * as z from 'zod';
import {
  MAX_CONTEXT_CHARS,
  MAX_DESCRIPTION_CHARS,
  MAX_DETAILS_BYTES,
  MAX_STATUS_CHARS,
} from '#lib/results/logs/log-limits.ts';

/** Keeps a single request from filling the table. Clients with more entries can send several requests. */
export const MAX_ENTRIES_PER_REQUEST = 100;

/** One log entry as sent by a client. `details` can be any JSON value and is stored unchanged. */
export const clientLog = z.looseObject({
  status: z.string().max(MAX_STATUS_CHARS).optional(),
  description: z.string().max(MAX_DESCRIPTION_CHARS),
  details: z
    .unknown()
    .refine(
      (details) => details === undefined || Buffer.byteLength(JSON.stringify(details)) <= MAX_DETAILS_BYTES,
      {
        message: `Too big: expected at most ${MAX_DETAILS_BYTES} bytes of JSON`,
      },
    )
    .optional(),
  context: z.string().max(MAX_CONTEXT_CHARS).optional(),
});

export type ClientLog = z.output<typeof clientLog>;
