import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { timeFilter, timeZone } from '#lib/results/contracts/time-window-query.ts';

const count = z.int().min(0);

export const getStatsContract = defineEndpoint({
  id: 'get-stats',
  method: 'GET',
  path: '/v1/bots/{botId}/analytics/stats',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get statistics',
  description:
    'How often a bot was opened, started and completed, in all and by day of `timeZone` (UTC if not given), within ' +
    '`timeFilter` (allTime if not given). `completionRate` is completed per started, 0 to 1. Days without any are ' +
    'left out. It is counted as it happens, by the hour: deleting results changes nothing here.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ timeFilter: timeFilter.optional(), timeZone: timeZone.optional() }),
  },
  response: z.object({
    stats: z.object({
      totalViews: count,
      totalStarts: count,
      totalCompleted: count,
      completionRate: z.number().min(0).max(1),
      byDay: z.array(z.object({ day: z.iso.date(), views: count, starts: count, completed: count })),
    }),
  }),
  errors: [],
  table: { reads: ['BOT', 'STATS'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});
