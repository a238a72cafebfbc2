import * as z from 'zod';
import { COMPATIBLE_ACCESS, toCompatibleAccess } from '../compatible-access.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { addFieldsToElements } from '../contract-schema.ts';
import { dropZeroCursor } from '../zero-cursor.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots',
    note:
      'Returns up to 100 bots unless `limit` is lower; if there are more, `nextCursor` is the `cursor` of the next ' +
      'page. `publishedTypebotId` is present on published bots, and is the id of the bot. `accessRight` is `read` ' +
      'for viewers.',
    response: { bots: 'typebots' },
    toQuery: (query) => ({ limit: '100', ...dropZeroCursor(query) }),
    fromResponse: ({ typebots, ...more }, { query, caller }) => ({
      typebots: (typebots as { id: string; isPublished: boolean }[]).map((bot) => ({
        ...bot,
        spaceId: null,
        ...(bot.isPublished && { publishedTypebotId: bot.id }),
        accessRight: toCompatibleAccess(caller, query.workspaceId, 'editor'),
      })),
      ...more,
    }),
    schemas: {
      response: (own) =>
        addFieldsToElements(own, 'typebots', {
          spaceId: z.null(),
          publishedTypebotId: z.string().optional(),
          accessRight: z.enum(COMPATIBLE_ACCESS),
        }),
    },
  },
];
