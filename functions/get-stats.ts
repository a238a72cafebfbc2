import { getStatsContract } from '#lib/analytics/contracts/get-stats.ts';
import { getStats } from '#lib/analytics/get-stats.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(getStatsContract, async ({ params, query, caller }) => {
  return { body: { stats: await getStats(params.botId, query, caller) } };
});
