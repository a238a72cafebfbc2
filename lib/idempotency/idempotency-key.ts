import * as z from 'zod';

/** Lower case, because the pipeline passes header names on in lower case. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Sent with the kept response of an earlier request. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** 1 to 255 printable ASCII characters, for example a UUID, or a file's name and its digest. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/, {
  message: 'Needs 1 to 255 printable ASCII characters',
});

/** The header schema of an endpoint that supports the key. */
export function withIdempotencyKey(headers: z.ZodType | undefined): z.ZodType {
  const fields = headers instanceof z.ZodObject ? headers.shape : {};
  return z.object({ ...fields, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey.optional() });
}
