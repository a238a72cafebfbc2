import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getStats } from '#lib/results/analytics/get-stats.ts';
import { getStatsContract } from './get-stats.contract.ts';

export const handler = endpointHandler(getStatsContract, async ({ params, query, caller }) => {
  return { body: { stats: await getStats(params.botId, query, caller) } };
});
