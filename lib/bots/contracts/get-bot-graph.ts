import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const getBotGraphContract = defineEndpoint({
  id: 'get-bot-graph',
  method: 'GET',
  path: '/v1/bots/{botId}/graph.svg',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Draw a bot',
  description:
    'A picture of the flow: groups and blocks where the document has them, edges, jumps dashed, dangling ends in red. ' +
    'Of the draft, or of the release with this number. Of a very large flow the first 1,000 groups are drawn.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      release: z
        .string()
        .regex(/^(draft|[1-9]\d{0,7})$/, { message: 'Only draft or the number of a release' })
        .optional(),
    }),
  },
  response: z.string(),
  produces: ['image/svg+xml'],
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
