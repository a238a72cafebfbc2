import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

const MAX_RESULT_IDS = 1_000;

export const deleteResultsContract = defineEndpoint({
  id: 'delete-results',
  method: 'DELETE',
  path: '/v1/bots/{botId}/results',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Delete results',
  description:
    'Erases the named results, or with `{ "all": true }` every result of the bot, with their answers and logs, and ends their chats. ' +
    'What is to be deleted is named in the body and nowhere else; a query is refused. A call deletes as much as ' +
    'fits into its time: while `remaining` is true, send the same request again. `notFound` counts ids that are ' +
    'no results of this bot, those that an earlier call deleted included. Statistics keep their counts.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.strictObject({}),
    body: z.union([
      z.strictObject({ resultIds: z.array(text).min(1).max(MAX_RESULT_IDS) }),
      z.strictObject({ all: z.literal(true) }),
    ]),
  },
  response: z.object({ deleted: z.int().min(0), notFound: z.int().min(0), remaining: z.boolean() }),
  errors: [],
  table: { reads: ['BOT', 'RESULT', 'LOGS'], writes: ['RESULT', 'LOGS', 'SESSION'], lists: ['results'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
