import * as z from 'zod';
import { type ErrorCode, MAX_ISSUES, STATUS_BY_CODE } from '#lib/errors/service-error.ts';

/** The one form of every error, of the service's own and of the gateway's. */
export const errorEnvelope = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(STATUS_BY_CODE) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string().min(1),
  /** The first things wrong with the request. */
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .max(MAX_ISSUES)
    .optional(),
  /** Only with PAYLOAD_TOO_LARGE: what fits, and what was sent. */
  limitBytes: z.int().positive().optional(),
  actualBytes: z.int().positive().optional(),
});

export type ErrorEnvelope = z.output<typeof errorEnvelope>;

/**
 * Whether an error of this code may come with this status. Each code has one, but for the two that only a
 * gateway answers with: 502 when a function failed, 504 when it took too long.
 */
export function isStatusOfCode(status: number, code: ErrorCode): boolean {
  if (status === 502) return code === 'INTERNAL_SERVER_ERROR';
  if (status === 504) return code === 'SERVICE_UNAVAILABLE';
  return status === STATUS_BY_CODE[code];
}
