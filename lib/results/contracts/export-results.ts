import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
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
    'Results as CSV or as NDJSON (one result a line), newest first, a page a request; the pages one after another ' +
    'are the file. While `x-export-complete` is false, ask again with `cursor` from `x-next-cursor` and the same ' +
    'parameters. The last line of a complete NDJSON file is `{"complete":true,"count":…}` with the number of ' +
    'results in it. CSV is UTF-8 with a byte order mark, has a header row and one column for each question and ' +
    'variable of the published flow or, where nothing is published, of the draft; answers to what that no longer ' +
    'has are in the column Other. A cell that a spreadsheet could take for a formula has an apostrophe in front, which ' +
    'is not part of the value: one whose first character is = + - or @ (full-width ones too), after any white space, ' +
    'invisible characters, quotes, commas, semicolons or pipes, or that begins with a tab or a line break. ' +
    '409 if the columns have changed since the export began: begin again. 413 if their titles alone are more than ' +
    'half of what an answer can have: take NDJSON.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({
      format: z.enum(['csv', 'ndjson']),
      cursor: z.string().optional(),
      limit: resultLimit.optional(),
      ...resultFilterQuery,
    }),
  },
  response: z.string(),
  produces: ['text/csv', 'application/x-ndjson'],
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE'],
  table: { reads: ['BOT', 'RESULT'], lists: ['results'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
