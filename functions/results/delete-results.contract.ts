import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

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
    'Erases the given results, or with `{ "all": true }` every result of the bot, including answers and logs, and ends ' +
    'their chats. The body alone selects the results; query parameters are rejected. Each request deletes as much as it ' +
    'can within its time limit: repeat the request while `remaining` is true. `notFound` counts ids that are not ' +
    'results of this bot, including those deleted by an earlier request. Statistics are not affected.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.strictObject({}),
    body: z.union([
      z.strictObject({ resultIds: z.array(text).min(1).max(MAX_RESULT_IDS) }),
      z.strictObject({ all: z.literal(true) }),
    ]),
  },
  response: () => z.object({ deleted: z.int().min(0), notFound: z.int().min(0), remaining: z.boolean() }),
  errors: [],
  table: {
    reads: ['BOT', 'RESULT', 'LOGS'],
    writes: ['RESULT', 'LOGS', 'SESSION', 'ERASED'],
    lists: ['results'],
  },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: {},
      body: { resultIds: [RESULT_ID] },
      response: { deleted: 1, notFound: 0, remaining: false },
    },
  };
}
