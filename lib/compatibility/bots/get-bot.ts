import * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { COMPATIBLE_ACCESS, toCompatibleAccess } from '../compatible-access.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { addFields } from '../contract-schema.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}',
    note: '`currentUserMode` is `read` for viewers.',
    params: { botId: 'typebotId' },
    response: { bot: 'typebot' },
    fromResponse: ({ typebot }, { caller }) => ({
      typebot,
      currentUserMode: toCompatibleAccess(caller, (typebot as JsonObject).workspaceId, 'editor'),
    }),
    schemas: { response: (own) => addFields(own, { currentUserMode: z.enum(COMPATIBLE_ACCESS) }) },
  },
];
