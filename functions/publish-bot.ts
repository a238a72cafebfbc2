import { publishBotContract } from '#lib/bots/contracts/publish-bot.ts';
import { publishBot } from '#lib/bots/publish-bot.ts';
import { rehearsePublication } from '#lib/bots/rehearse-publication.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';
import { count, METRICS } from '#lib/observability/metrics.ts';

export const handler = endpointHandler(publishBotContract, async ({ params, query, caller }) => {
  if (query.dryRun === 'true') {
    const rehearsal = await rehearsePublication(params.botId, caller);
    return { body: { message: 'Nothing was published', dryRun: true as const, ...rehearsal } };
  }
  const publication = await publishBot(params.botId, caller, { isStrict: query.strict === 'true' });
  count(METRICS.botsPublished);
  return { body: { message: 'success', ...publication } };
});
