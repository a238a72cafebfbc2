import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const getResultTranscriptContract = defineEndpoint({
  id: 'get-result-transcript',
  method: 'GET',
  path: '/v1/bots/{botId}/results/{resultId}/transcript',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get the transcript of a result',
  description:
    "Returns a respondent's run as a conversation, reconstructed from the answers and the texts around them in the " +
    'published flow or, if nothing is published, the draft, also in linked bots that merge their results into this ' +
    'one. Questions that were removed since come from earlier releases. After the last answer it goes on to the next question, ' +
    'to the end, or to the first condition or A/B test. `isTruncated` is true if the end did not fit into the response.',
  request: { params: z.object({ botId: z.string(), resultId: z.string() }) },
  response: () =>
    z.object({
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

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID, resultId: RESULT_ID },
      response: {
        transcript: [
          { role: 'bot', type: 'text', text: 'Good morning! What is your name?' },
          { role: 'user', type: 'text', text: 'Ada' },
        ],
      },
    },
  };
}
