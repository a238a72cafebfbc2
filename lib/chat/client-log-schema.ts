import * as z from 'zod';

/** Keeps a single request from filling the table. A client that logs more sends more requests. */
export const MAX_ENTRIES_PER_REQUEST = 100;
export const MAX_DESCRIPTION_CHARS = 10_000;
/** Size of the value as JSON text in UTF-8. */
export const MAX_DETAILS_BYTES = 16 * 1_024;
const MAX_STATUS_CHARS = 100;
const MAX_CONTEXT_CHARS = 1_000;

/** One entry as a client sends it. `details` can be any JSON value and is stored as such. */
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
