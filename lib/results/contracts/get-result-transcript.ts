import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const getResultTranscriptContract = defineEndpoint({
  id: 'get-result-transcript',
  method: 'GET',
  path: '/v1/bots/{botId}/results/{resultId}/transcript',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get the transcript of a result',
  description:
    'The run as a conversation, made from its answers and the texts that lead to them in the published flow or, ' +
    'where nothing is published, in the draft. `isTruncated` is there where its end did not fit into the answer.',
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: z.object({
    transcript: z.array(
      z.object({ role: z.enum(['bot', 'user']), type: z.literal('text'), text: z.string() }),
    ),
    isTruncated: z.literal(true).optional(),
  }),
  errors: [],
  table: { reads: ['BOT', 'RESULT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
