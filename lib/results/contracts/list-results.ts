import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { listedResult } from '../result-schema.ts';
import { resultFilterQuery, resultLimit } from './time-window-query.ts';

export const listResultsContract = defineEndpoint({
  id: 'list-results',
  method: 'GET',
  path: '/v1/bots/{botId}/results',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List results',
  description:
    'Results that were started and are not archived, newest first, each with its answers. A page ends at `limit` ' +
    '(50 if not given) or at the size that an answer can have, so it may be shorter, even empty: there is more ' +
    'exactly while `nextCursor` is there. `timeFilter` (allTime if not given) counts days in `timeZone` (UTC if ' +
    'not given); `from` (included) and `to` (excluded) take its place.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: resultLimit.optional(),
      ...resultFilterQuery,
    }),
  },
  response: z.object({ results: z.array(listedResult), nextCursor: z.string().optional() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT'], lists: ['results'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
