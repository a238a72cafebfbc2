import { importBot } from '#lib/bots/draft/import-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { count, METRICS } from '#lib/platform/observability/metrics.ts';
import { importBotContract } from './import-bot.contract.ts';

export const handler = endpointHandler(importBotContract, async (input) => {
  const { headers, body, newId, caller } = input;
  const request = { ...body, ifMatch: headers['if-match'], newId, rounded: input.roundedNumbers() };
  const { bot, warnings, keptAsRelease, issues } = await importBot(request, caller);
  if (!body.dryRun) count(METRICS.botsImported);
  return {
    body: {
      bot: presentBot(bot),
      ...(warnings.length > 0 && { warnings }),
      ...(keptAsRelease !== undefined && { keptAsRelease }),
      ...(issues && { dryRun: true as const, issues }),
    },
    headers: { etag: formatEtag(bot.head) },
  };
});
