import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, CREATED_AT, CURSOR, UPDATED_AT, WORKSPACE_ID } from '#functions/example-data.ts';
import { listPage } from '#functions/list-page.ts';
import { BOT_STATES } from '#lib/bots/document/bot-state.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';
import { once } from '#lib/platform/validation/once.ts';
import { searchText } from '#lib/platform/validation/search-text.ts';

const listedBot = once(() =>
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
    /** Absent if no import said where the bot came from. */
    source: z
      .object({
        id: z.string(),
        revision: z.string().nullable(),
        /** Whether the flow has changed since that import. */
        isEdited: z.boolean(),
      })
      .optional(),
  }),
);

export const listBotsContract = defineEndpoint({
  id: 'list-bots',
  method: 'GET',
  path: '/v1/bots',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List bots',
  description:
    "Returns a page of a workspace's bots, newest first, without their documents. `folderId` selects one " +
    'folder, or with `root` the bots in no folder; `archived=true` lists only archived bots. `search` selects bots ' +
    'whose name or publicId contains it, whatever its case and accents, and `state` bots that are not published ' +
    '(`draft`), published as they are, or `changed` since. With one of these two, a request looks at up to 1,000 ' +
    'bots, and `searched` says at how many. The last page has ' +
    'no `nextCursor`; a page may have fewer bots than `limit`. Names, icons and folder ids are truncated to 250 ' +
    'characters. Changes appear in the list after a moment. `hasUnpublishedChanges` says whether publishing ' +
    'would change what is public, which is always true for an unpublished bot. `source` is where the latest ' +
    'import with `source` said that the bot came from; `isEdited` says whether its flow has changed since.',
  request: {
    query: z.object({
      workspaceId: z.string(),
      folderId: z.string().optional(),
      archived: queryFlag,
      search: searchText.optional(),
      state: z.enum(BOT_STATES).optional(),
      ...listPage,
    }),
  },
  response: () =>
    z.object({
      bots: z.array(listedBot()),
      nextCursor: z.string().optional(),
      searched: z.int().min(0).optional(),
    }),
  errors: [],
  table: { reads: [], lists: ['bots', 'archivedBots'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      query: { workspaceId: WORKSPACE_ID, limit: '1' },
      response: {
        bots: [
          {
            id: BOT_ID,
            name: 'Bakery orders',
            icon: null,
            folderId: null,
            publicId: 'bakery-orders',
            createdAt: CREATED_AT,
            updatedAt: UPDATED_AT,
            isPublished: true,
            publishedRelease: 2,
            hasUnpublishedChanges: false,
          },
        ],
        nextCursor: CURSOR,
      },
    },
    parameters: { search: 'A part of the name or of the publicId, whatever its case and accents' },
  };
}
