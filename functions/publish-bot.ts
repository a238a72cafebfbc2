import { publishBotContract } from '#lib/bots/contracts/publish-bot.ts';
import { publishBot } from '#lib/bots/publish-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';
import { count, METRICS } from '#lib/observability/metrics.ts';

export const handler = endpointHandler(publishBotContract, async ({ params, caller }) => {
  const publication = await publishBot(params.botId, caller);
  count(METRICS.botsPublished);
  return { body: { message: 'success', ...publication } };
});
