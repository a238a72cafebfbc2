import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, CURSOR, makeResult } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { listedResult } from '#lib/results/result-schema.ts';
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
    'Returns results that were started and are not archived, newest first, with their answers. A page ends at `limit` ' +
    '(default: 50) or when the response is full, so it may be shorter or even empty; more results follow if ' +
    '`nextCursor` is present. `timeFilter` (default: allTime) counts days in `timeZone` (default: UTC). `from` ' +
    '(inclusive) and `to` (exclusive) override it. `search` selects results with an answer that contains the text, ' +
    '`variable` (its name or id) with `value` those in which the variable has this value, both whatever the case and the ' +
    'accents; of a list, each element is a value. With one of these filters, a request looks at up to 500 results of ' +
    'the period, and `searched` says at how many: go on with `nextCursor`, also after an empty page.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: resultLimit.optional(),
      ...resultFilterQuery,
    }),
  },
  response: () =>
    z.object({
      results: z.array(listedResult()),
      nextCursor: z.string().optional(),
      searched: z.int().min(0).optional(),
    }),
  errors: [],
  table: { reads: ['BOT', 'RESULT'], lists: ['results'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: { timeFilter: 'last7Days', timeZone: 'Europe/Berlin', isCompleted: 'true', limit: '1' },
      response: { results: [makeResult()], nextCursor: CURSOR },
    },
  };
}
