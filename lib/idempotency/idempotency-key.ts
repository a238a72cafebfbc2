import * as z from 'zod';

/** Lower case, as the pipeline hands header names on. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** On an answer that was given before and is given again. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** 1 to 255 printable ASCII characters: a UUID, or a file's name and its digest. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/, {
  message: 'Needs 1 to 255 printable ASCII characters',
});

/** The headers of an endpoint that honours the key. */
export function withIdempotencyKey(headers: z.ZodType | undefined): z.ZodType {
  const fields = headers instanceof z.ZodObject ? headers.shape : {};
  return z.object({ ...fields, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey.optional() });
}
