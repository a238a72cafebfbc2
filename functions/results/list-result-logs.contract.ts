import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

const logLine = z.object({
  /** Stable id: the same each time the entry is read. */
  id: z.string(),
  /** Time when the service received the entry. */
  createdAt: z.iso.datetime({ offset: true }),
  resultId: z.string(),
  status: z.string(),
  description: z.string(),
  /** Any JSON value, exactly as sent. Null if absent. */
  details: z.unknown(),
  context: z.string().nullable(),
});

export const listResultLogsContract = defineEndpoint({
  id: 'list-result-logs',
  method: 'GET',
  path: '/v1/bots/{botId}/results/{resultId}/logs',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List the logs of a result',
  description:
    'Returns the log entries of a run, oldest first. Entries sent in one request keep their order. A page ends at ' +
    '`limit` (default: 100) or when the response is full; more entries follow if `nextCursor` is present.',
  request: {
    params: z.object({ botId: z.string(), resultId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: z
        .string()
        .regex(/^([1-9]\d{0,2}|1000)$/, { message: 'Expected a whole number from 1 to 1000' })
        .optional(),
    }),
  },
  response: () => z.object({ logs: z.array(logLine), nextCursor: z.string().optional() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT', 'LOGS'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID, resultId: RESULT_ID },
      query: { limit: '100' },
      response: {
        logs: [
          {
            id: 'l3c8v0q6w1k9',
            createdAt: UPDATED_AT,
            resultId: RESULT_ID,
            status: 'error',
            description: 'Could not load an image',
            details: { url: 'https://example.com/a.png' },
            context: null,
          },
        ],
      },
    },
  };
}
