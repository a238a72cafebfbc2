import * as z from 'zod';
import { MAX_ISSUES } from '#lib/platform/errors/service-error.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';

/** Body of an error response at any address. The last three fields are for Typebot's clients, at its addresses alone. */
export const compatibleErrorEnvelope = errorEnvelope.extend({
  defined: z.literal(true).optional(),
  status: z.int().optional(),
  data: z
    .strictObject({
      issues: z
        .array(z.strictObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }))
        .max(MAX_ISSUES),
    })
    .optional(),
});
