import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const deleteResultContract = defineEndpoint({
  id: 'delete-result',
  method: 'DELETE',
  path: '/v1/bots/{botId}/results/{resultId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Delete a result',
  description:
    'Erases a result with its answers and logs, and ends its chats. A result with very many of them takes several calls: while ' +
    '`remaining` is true, send the same request again. Statistics keep their counts.',
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: z.object({ deleted: z.int().min(0).max(1), remaining: z.boolean() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT', 'LOGS'], writes: ['RESULT', 'LOGS', 'SESSION'] },
  memoryMb: 512,
  timeoutSeconds: 29,
});
