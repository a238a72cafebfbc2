import * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { addFieldsToElements } from '../contract-schema.ts';
import { dropZeroCursor } from '../zero-cursor.ts';

function toText(details: unknown): string | null {
  if (details === null || details === undefined) return null;
  return typeof details === 'string' ? details : JSON.stringify(details);
}

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/results/{resultId}/logs',
    note: 'Details that are not text are JSON.',
    params: { botId: 'typebotId' },
    toQuery: (query) => ({ limit: '1000', ...dropZeroCursor(query) }),
    fromResponse: ({ logs, ...more }) => ({
      logs: (logs as JsonObject[]).map((log) => ({ ...log, details: toText(log.details) })),
      ...more,
    }),
    schemas: { response: (own) => addFieldsToElements(own, 'logs', { details: z.string().nullable() }) },
  },
];
