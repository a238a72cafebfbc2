import * as z from 'zod';

/** Lower case, because the pipeline lower-cases header names. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Header of a response that is replayed from an earlier request. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** 1 to 255 printable ASCII characters, for example a UUID, or a file name and its digest. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/, {
  message: 'Needs 1 to 255 printable ASCII characters',
});

/** Adds the key to the header schema of an endpoint. */
export function withIdempotencyKey(headers: z.ZodType | undefined): z.ZodType {
  const fields = headers instanceof z.ZodObject ? headers.shape : {};
  return z.object({ ...fields, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey.optional() });
}
