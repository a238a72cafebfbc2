import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { queryFlag } from '#lib/http/query-boolean.ts';
import { listPage } from './list-page.ts';

export const listBotsContract = defineEndpoint({
  id: 'list-bots',
  method: 'GET',
  path: '/v1/bots',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List bots',
  description:
    'A page of the bots of a workspace, newest first, without their documents. `folderId` shows one folder, ' +
    '`root` what is in none; `archived=true` shows the archived bots alone. Without `nextCursor` it is the last ' +
    'page; a page may hold fewer bots than `limit`. Names, icons and folder ids are cut to 250 characters. The list ' +
    'shows a change a moment after it was made. `hasUnpublishedChanges` tells whether publishing would change ' +
    'what is public, as it would for every bot that is not published.',
  request: {
    query: z.object({
      workspaceId: z.string(),
      folderId: z.string().optional(),
      archived: queryFlag,
      ...listPage,
    }),
  },
  response: z.object({
    bots: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        icon: z.string().nullable(),
        folderId: z.string().nullable(),
        publicId: z.string().nullable(),
        createdAt: z.iso.datetime({ offset: true }),
        updatedAt: z.iso.datetime({ offset: true }),
        isPublished: z.boolean(),
        publishedRelease: z.int().min(1).nullable(),
        hasUnpublishedChanges: z.boolean(),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  errors: [],
  table: { reads: [], lists: ['bots', 'archivedBots'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});
