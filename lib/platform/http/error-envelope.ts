import * as z from 'zod';
import { type ErrorCode, MAX_ISSUES, STATUS_BY_CODE } from '#lib/platform/errors/service-error.ts';

/** Body of every error response, from the service and from the gateway. */
export const errorEnvelope = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(STATUS_BY_CODE) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string().min(1),
  /** The first problems found in the request. */
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .max(MAX_ISSUES)
    .optional(),
  /** Only with CONFLICT, from a change that says which values it replaces. */
  conflicts: z
    .array(
      z.strictObject({
        index: z.int().min(0),
        path: z.string(),
        was: z.unknown().optional(),
        current: z.unknown().optional(),
        message: z.string(),
      }),
    )
    .min(1)
    .max(MAX_ISSUES)
    .optional(),
  /** Only with PAYLOAD_TOO_LARGE: the limit and the actual size. */
  limitBytes: z.int().positive().optional(),
  actualBytes: z.int().positive().optional(),
});

export type ErrorEnvelope = z.output<typeof errorEnvelope>;

/**
 * Whether an error with this code may have this status. Each code has one status, but a gateway also responds
 * 502 if a function failed and 504 if it timed out.
 */
export function isStatusOfCode(status: number, code: ErrorCode): boolean {
  if (status === 502) return code === 'INTERNAL_SERVER_ERROR';
  if (status === 504) return code === 'SERVICE_UNAVAILABLE';
  return status === STATUS_BY_CODE[code];
}
