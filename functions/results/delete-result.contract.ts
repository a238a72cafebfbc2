import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

export const deleteResultContract = defineEndpoint({
  id: 'delete-result',
  method: 'DELETE',
  path: '/v1/bots/{botId}/results/{resultId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Delete a result',
  description:
    'Erases a result with its answers and logs, and ends its chats. If `remaining` is true, the result had more data ' +
    'than one request can delete: repeat the request. Statistics are not affected.',
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: () => z.object({ deleted: z.int().min(0).max(1), remaining: z.boolean() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT', 'LOGS'], writes: ['RESULT', 'LOGS', 'SESSION', 'ERASED'] },
  memoryMb: 512,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID, resultId: RESULT_ID },
      response: { deleted: 1, remaining: false },
    },
  };
}
