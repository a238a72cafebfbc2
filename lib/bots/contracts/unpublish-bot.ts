import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const unpublishBotContract = defineEndpoint({
  id: 'unpublish-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/unpublish',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Unpublish a bot',
  description: 'Takes the bot off its public address. Draft, releases and publicId stay. Idempotent.',
  request: { params: z.object({ botId: z.string() }) },
  response: z.object({ message: z.string() }),
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT', 'PUBLIC_ID'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
