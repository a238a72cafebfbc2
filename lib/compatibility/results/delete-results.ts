import * as z from 'zod';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { getShape } from '../contract-schema.ts';

const splitIds = (ids: string) =>
  ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/results',
    note:
      '`resultIds` is a list, or text with commas between the ids. Without it nothing is deleted: there is no way ' +
      'to delete all results at this address. `resultIds` in the query is refused.',
    params: { botId: 'typebotId' },
    toQuery: () => ({}),
    toBody: (body, query) => {
      if (query.resultIds !== undefined) {
        throw badRequest(
          'resultIds',
          'The ids belong in the JSON body, {"resultIds": ["…"]}, not in the query',
        );
      }
      const { resultIds } = (body ?? {}) as { resultIds?: unknown };
      return { resultIds: typeof resultIds === 'string' ? splitIds(resultIds) : resultIds };
    },
    schemas: {
      query: () => z.object({}),
      body: (own) => {
        const [byId] = (own as z.ZodUnion).options;
        const { resultIds } = getShape<'resultIds'>(byId as z.ZodType);
        return z.object({ resultIds: z.union([resultIds, text.min(1)]) });
      },
    },
  },
];
