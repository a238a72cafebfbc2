import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const getBotGraphContract = defineEndpoint({
  id: 'get-bot-graph',
  method: 'GET',
  path: '/v1/bots/{botId}/graph.svg',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Draw a bot',
  description:
    'Renders the flow as an SVG picture: groups and blocks at their positions in the document, edges, dashed ' +
    'jumps, and dangling ends in red. Shows the draft, or the release with the given number. Only the first ' +
    '1,000 groups of a very large flow are drawn.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      release: z
        .string()
        .regex(/^(draft|[1-9]\d{0,7})$/, { message: 'Must be draft or a release number' })
        .optional(),
    }),
  },
  response: () => z.string(),
  produces: ['image/svg+xml'],
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      response: {
        'image/svg+xml':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" rx="8" ' +
          'fill="#eee"/><text x="16" y="32">Welcome</text></svg>',
      },
    },
    parameters: { release: 'The number of a release, or `draft`' },
  };
}
