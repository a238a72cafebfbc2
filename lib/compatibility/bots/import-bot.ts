import * as z from 'zod';
import { importableDocument } from '#lib/bots/document/bot-schema.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/import',
    note: 'Always creates a new bot. The folder is that of the document.',
    body: { bot: 'typebot' },
    response: { bot: 'typebot' },
    toBody: (body) => {
      const { workspaceId, bot } = (body ?? {}) as Record<string, unknown>;
      return { workspaceId, bot };
    },
    schemas: { body: () => z.object({ workspaceId: text, typebot: importableDocument }) },
  },
];
