import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeResult, RESULT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { result } from '#lib/results/result-schema.ts';

export const getResultContract = defineEndpoint({
  id: 'get-result',
  method: 'GET',
  path: '/v1/bots/{botId}/results/{resultId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a result',
  description: "Returns one respondent's run of a bot with its answers, oldest first.",
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: () => z.object({ result: result() }),
  errors: [],
  table: { reads: ['RESULT', 'BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID, resultId: RESULT_ID }, response: { result: makeResult() } },
  };
}
