import * as z from 'zod';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';
import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/publish',
    params: { botId: 'typebotId' },
    // Its clients do not expect to be refused.
    toQuery: ({ strict: _, ...query }) => query,
    schemas: { query: () => z.object({ dryRun: queryFlag }) },
  },
];
