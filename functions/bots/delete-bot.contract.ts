import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const deleteBotContract = defineEndpoint({
  id: 'delete-bot',
  method: 'DELETE',
  path: '/v1/bots/{botId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Archive a bot',
  description:
    'Removes the bot from the list and from its public address, and frees its publicId and custom domain. It ' +
    'can still be read, and restored with its draft, releases and results; changing or publishing it is refused ' +
    'with 409. Idempotent.',
  request: { params: z.object({ botId: z.string() }) },
  response: () => z.object({ message: z.string() }),
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID }, response: { message: 'success' } },
  };
}
