import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const unpublishBotContract = defineEndpoint({
  id: 'unpublish-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/unpublish',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Unpublish a bot',
  description: 'Takes the bot off its public address. Its draft, releases and publicId stay. Idempotent.',
  request: { params: z.object({ botId: z.string() }) },
  response: () => z.object({ message: z.string() }),
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT', 'PUBLIC_ID'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID }, response: { message: 'success' } },
  };
}
