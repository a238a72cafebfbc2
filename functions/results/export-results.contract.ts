import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeResult, RESULT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { resultFilterQuery, resultLimit } from './time-window-query.ts';

export const exportResultsContract = defineEndpoint({
  id: 'export-results',
  method: 'GET',
  path: '/v1/bots/{botId}/results/export',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Export results',
  description:
    'Returns results as CSV or NDJSON (one result per line), newest first, one page per request. Concatenate the pages ' +
    'to get the file. While `x-export-complete` is false, repeat the request with `cursor` set to `x-next-cursor` and ' +
    'all other parameters unchanged. The last line of a complete NDJSON file is `{"complete":true,"count":…}` with the ' +
    'number of results. CSV is UTF-8 with a byte order mark and a header row. It has one column for each question and ' +
    'variable of the published flow or, if nothing is published, of the draft; then those of linked bots that merge ' +
    'their results into this one, up to 20; then one for each question that was removed since, from the last 20 ' +
    'releases. Answers without a column are in Other, as JSON. Cells that a spreadsheet could read as a formula are prefixed with an apostrophe ' +
    'that is not part of the value: those whose first character is = + - or @ (including full-width forms), after any ' +
    'white space, invisible characters, quotes, commas, semicolons or pipes, and those that begin with a tab or a line ' +
    'break. Phone numbers (`+` and 5 to 15 digits, nothing else) stay as they are. 409 if the columns have changed since the export began: start over. 413 if the column titles alone take ' +
    'more than half of a response: export as NDJSON instead. `search`, `variable` and `value` select results as in the ' +
    'list; a page then covers up to 500 results, of which few or none may be in it.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      format: z.enum(['csv', 'ndjson']),
      cursor: z.string().optional(),
      limit: resultLimit.optional(),
      ...resultFilterQuery,
    }),
  },
  response: () => z.string(),
  produces: ['text/csv', 'application/x-ndjson'],
  responseHeaders: ['Content-Disposition', 'X-Export-Complete', 'X-Next-Cursor'],
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE'],
  table: { reads: ['BOT', 'RESULT'], lists: ['results'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: { format: 'csv' },
      response: {
        'text/csv': `\uFEFFSubmitted at,Name,Completed,Result id,Other\r\n${UPDATED_AT},Ada,true,${RESULT_ID},\r\n`,
        'application/x-ndjson': `${JSON.stringify(makeResult())}\n{"complete":true,"count":1}\n`,
      },
    },
  };
}
