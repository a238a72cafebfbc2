import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const endChatsContract = defineEndpoint({
  id: 'end-chats',
  method: 'POST',
  path: '/v1/bots/{botId}/endChats',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'End all running chats',
  description:
    'Ends every chat of the bot that began until now, previews and chats in which the bot is linked included: ' +
    'within about a minute their next request gets 404. Chats that begin later are not affected, so close, unpublish or ' +
    'archive the bot first if none should. Results stay.',
  request: { params: z.object({ botId: z.string() }) },
  response: z.object({
    /** Chats that began at this time or earlier are over. */
    endedAt: z.iso.datetime({ offset: true }),
  }),
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});
