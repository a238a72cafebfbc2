import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { result } from '../result-schema.ts';

export const getResultContract = defineEndpoint({
  id: 'get-result',
  method: 'GET',
  path: '/v1/bots/{botId}/results/{resultId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a result',
  description: "One respondent's run of a bot with its answers, oldest first.",
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: z.object({ result }),
  errors: [],
  table: { reads: ['RESULT', 'BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
