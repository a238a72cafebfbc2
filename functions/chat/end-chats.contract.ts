import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const endChatsContract = defineEndpoint({
  id: 'end-chats',
  method: 'POST',
  path: '/v1/bots/{botId}/endChats',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'End all running chats',
  description:
    'Ends every running chat of the bot, including previews and chats that reached it through a link. Within about a ' +
    'minute, further requests to those chats get 404. Chats started later are not affected; to prevent new ones, ' +
    'close, unpublish or archive the bot first. Results are kept.',
  request: { params: z.object({ botId: z.string() }) },
  response: () =>
    z.object({
      /** All chats that began at or before this time are over. */
      endedAt: z.iso.datetime({ offset: true }),
    }),
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID }, response: { endedAt: UPDATED_AT } },
    properties: {
      endedAt: 'Chats that began before this time have ended',
    },
  };
}
