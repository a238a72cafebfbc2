import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { rehearsePublication } from '#lib/bots/publication/rehearse-publication.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { count, METRICS } from '#lib/platform/observability/metrics.ts';
import { publishBotContract } from './publish-bot.contract.ts';

export const handler = endpointHandler(publishBotContract, async ({ params, query, caller }) => {
  if (query.dryRun === 'true') {
    const rehearsal = await rehearsePublication(params.botId, caller);
    return { body: { message: 'Nothing was published', dryRun: true as const, ...rehearsal } };
  }
  const publication = await publishBot(params.botId, { isStrict: query.strict === 'true' }, caller);
  count(METRICS.botsPublished);
  return { body: { message: 'success', ...publication } };
});
