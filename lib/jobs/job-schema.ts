import * as z from 'zod';
import { JOB_KINDS, JOB_STATES } from './job.ts';

/** A job, as returned by the API. */
export const jobView = z.strictObject({
  id: z.string(),
  workspaceId: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Null if the job concerns the whole workspace. */
  botId: z.string().nullable(),
  state: z.enum(JOB_STATES),
  progress: z.strictObject({
    results: z.int().min(0),
    bots: z.int().min(0).optional(),
    /** Absent if the numbers are exact. */
    isLowerBound: z.literal(true).optional(),
  }),
  isCancelRequested: z.boolean(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** The file of a finished export. */
export const exportedFile = z.strictObject({
  bytes: z.int().min(0),
  /** Null once the file has expired. */
  url: z.url().nullable(),
  urlExpiresAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});
