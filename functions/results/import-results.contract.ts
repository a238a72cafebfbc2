import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { createLinesReader } from '#lib/platform/http/body-lines.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { importedResults } from '#lib/results/import/imported-result.ts';
import { MAX_LISTED_SKIPS, SKIP_REASONS } from '#lib/results/import/skip-reason.ts';

const count = z.int().min(0);

export const importResultsContract = defineEndpoint({
  id: 'import-results',
  method: 'POST',
  path: '/v1/bots/{botId}/results/import',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Import results',
  description:
    'Stores results that come from elsewhere, under their ids: the JSON of an export of this service, or of the API or ' +
    'the database of Typebot. The body can also be NDJSON (`application/x-ndjson`), one result per line, as ' +
    'exported. Importing a result again changes nothing; answers, logs and a completion that it did not have before are ' +
    'added, and nothing that is stored is overwritten. Answers without a date get the one of the answer before them, ' +
    "or else the result's; a missing `groupId` and `variableId` are taken from the flow. Views, starts and completions " +
    "are counted in the statistics of the results' days. Everything is checked before anything is written. Results " +
    'that belong to another bot (`otherBot`), that were erased here (`erased`), whose retention is over (`expired`) or ' +
    `that an export has cut off (\`incomplete\`) are skipped and counted; the first ${MAX_LISTED_SKIPS} are listed. ` +
    'If the time of a request is up, `remaining` is the number of results at its end that were not looked at: send ' +
    'them again.',
  request: {
    params: z.object({ botId: z.string() }),
    body: z.object({ results: importedResults }),
  },
  lines: createLinesReader({
    field: 'results',
    isEnd: (entry) => isJsonObject(entry) && entry.complete === true && entry.id === undefined,
  }),
  response: () =>
    z.object({
      imported: count,
      updated: count,
      unchanged: count,
      skipped: z.object({ otherBot: count, erased: count, expired: count, incomplete: count }),
      skippedResults: z
        .array(z.object({ id: z.string(), reason: z.enum(SKIP_REASONS) }))
        .max(MAX_LISTED_SKIPS),
      remaining: count,
    }),
  errors: ['CONFLICT'],
  table: {
    reads: ['BOT', 'RESULT', 'LOGS', 'ERASED'],
    writes: ['RESULT', 'STATS'],
    appends: ['LOGS', 'AUDIT'],
  },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      body: {
        results: [
          {
            id: RESULT_ID,
            createdAt: UPDATED_AT,
            isCompleted: true,
            hasStarted: true,
            variables: [{ id: 'var-name', name: 'Name', value: 'Ada' }],
            answers: [{ blockId: 'ask-name', content: 'Ada' }],
            logs: [{ createdAt: UPDATED_AT, status: 'error', description: 'Pixel failed to load' }],
          },
        ],
      },
      response: {
        imported: 1,
        updated: 0,
        unchanged: 0,
        skipped: { otherBot: 0, erased: 0, expired: 0, incomplete: 0 },
        skippedResults: [],
        remaining: 0,
      },
    },
    properties: {
      results: 'The results to store',
      remaining: 'How many results at the end were not looked at: send these again',
    },
  };
}
