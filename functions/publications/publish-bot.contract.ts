import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

export const publishBotContract = defineEndpoint({
  id: 'publish-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/publish',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Publish a bot',
  description:
    'Publishes the draft as it is and keeps it as a numbered release. A bot without a publicId gets one made ' +
    'from its name. Publishing an unchanged draft again returns the same release. With `dryRun=true` nothing is ' +
    'published: the response is what it would have been, with `issues` in the flow. With `strict=true` a flow with ' +
    'issues of severity `error` is refused (409), with these issues, and nothing is written.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ dryRun: queryFlag, strict: queryFlag }),
  },
  response: () =>
    z.object({
      message: z.string(),
      publicId: z.string(),
      release: z.int().min(1),
      publishedAt: z.iso.datetime({ offset: true }),
      dryRun: z.literal(true).optional(),
      /** Only with dryRun. */
      issues: z.array(flowIssue()).optional(),
    }),
  idempotent: true,
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      response: {
        message: 'success',
        publicId: 'bakery-orders-9rj3dtm',
        release: 1,
        publishedAt: UPDATED_AT,
      },
    },
  };
}
