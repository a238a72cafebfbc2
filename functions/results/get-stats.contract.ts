import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { timeFilter, timeZone } from './time-window-query.ts';

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
    'Returns how often a bot was opened, started and completed within `timeFilter` (default: allTime), in total and ' +
    'per day in `timeZone` (default: UTC). `completionRate` is completed runs divided by started runs, 0 to 1. Days ' +
    'without activity are omitted. Counters are updated as chats run, so deleting results does not change them.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ timeFilter: timeFilter.optional(), timeZone: timeZone.optional() }),
  },
  response: () =>
    z.object({
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

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: { timeFilter: 'last7Days', timeZone: 'Europe/Berlin' },
      response: {
        stats: {
          totalViews: 40,
          totalStarts: 20,
          totalCompleted: 15,
          completionRate: 0.75,
          byDay: [{ day: '2026-03-04', views: 40, starts: 20, completed: 15 }],
        },
      },
    },
  };
}
