import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeJob, WORKSPACE_ID } from '#functions/example-data.ts';
import { resultPeriodQuery } from '#functions/results/time-window-query.ts';
import { jobView } from '#lib/jobs/job-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const startJobContract = defineEndpoint({
  id: 'start-job',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/jobs',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Start a job',
  description:
    'Starts work that takes too long for one call, and returns immediately. Poll the job until its `state` is `done`, ' +
    '`failed` or `cancelled`. `deleteResults` erases every result that the bot has now, including answers and logs, and ' +
    'ends their chats; later results stay. `exportResults` writes the results that the bot has now, or those of a ' +
    'period, to one file, in the same format as `GET /v1/bots/{botId}/results/export`; getJob returns the download ' +
    'URL. It fails with 400 if the service has no file storage. `eraseWorkspace` permanently erases the workspace and ' +
    'everything in it. It requires the role admin, and the id of the workspace as `confirm`. All tokens of the ' +
    'workspace are revoked at once, except that the token of this request becomes a viewer. The data is erased after ' +
    'about three minutes; the job, the token and the workspace go last, so 401 or 404 for the job means that it is ' +
    'done. A workspace may have 5 unfinished jobs. Finished jobs are kept for 30 days.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('deleteResults'), botId: text, all: z.literal(true) }),
      z.strictObject({ kind: z.literal('eraseWorkspace'), confirm: text }),
      z.strictObject({
        kind: z.literal('exportResults'),
        botId: text,
        format: z.enum(['csv', 'ndjson']),
        ...resultPeriodQuery,
        isCompleted: z.boolean().optional(),
      }),
    ]),
  },
  response: () => z.object({ job: jobView }),
  idempotent: true,
  errors: [],
  table: { reads: ['BOT', 'JOB'], writes: ['JOB'], lists: ['jobs'] },
  startsJobs: true,
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      body: { kind: 'deleteResults', botId: BOT_ID, all: true },
      response: { job: makeJob() },
    },
  };
}
