import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeBot } from '#functions/example-data.ts';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const duplicateBotContract = defineEndpoint({
  id: 'duplicate-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/duplicate',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Duplicate a bot',
  description:
    'Copies the draft to a new bot, unpublished and without a public address; ids inside the document stay the ' +
    'same. The body is optional: by default the copy is called `<name> (copy)` and is in the same workspace and ' +
    'folder. To copy into another workspace, the token needs the role editor there; the copy is then in no ' +
    'folder unless one is given.',
  request: {
    params: z.object({ botId: z.string() }),
    body: z
      .object({
        name: text.optional(),
        workspaceId: text.optional(),
        folderId: text.nullable().optional(),
      })
      .optional(),
  },
  response: () => z.object({ bot: bot() }),
  idempotent: true,
  responseHeaders: ['ETag'],
  errors: [],
  // Reads IDEMPOTENCY because a saved response larger than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      body: { name: 'Bakery orders, summer' },
      response: { bot: { ...makeBot(), id: 'd7m3c9x5v1q0k8w2n6tz4bhj', name: 'Bakery orders, summer' } },
    },
  };
}
