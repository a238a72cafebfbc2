import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

const logLine = z.object({
  /** Stable: the same each time the entry is read. */
  id: z.string(),
  /** When the service received the entry. */
  createdAt: z.iso.datetime({ offset: true }),
  resultId: z.string(),
  status: z.string(),
  description: z.string(),
  /** Any JSON value, as it was sent. Null if nothing was sent. */
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
    'What was logged during a run, oldest first, entries of one request in their order. A page ends at `limit` ' +
    '(100 if not given) or at the size that an answer can have: there is more exactly while `nextCursor` is there.',
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
  response: z.object({ logs: z.array(logLine), nextCursor: z.string().optional() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT', 'LOGS'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
