import { checkBot } from '#lib/bots/check-bot.ts';
import { importBotContract } from '#lib/bots/contracts/import-bot.ts';
import { formatEtag, presentBot } from '#lib/bots/document/bot-head.ts';
import { importBot } from '#lib/bots/import-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';
import { count, METRICS } from '#lib/observability/metrics.ts';

export const handler = endpointHandler(importBotContract, async (input) => {
  const { headers, body, newId, caller } = input;
  const rounded = input.roundedNumbers();
  const request = { ...body, ifMatch: headers['if-match'], newId, rounded };
  const { bot, warnings, keptAsRelease } = await importBot(request, caller);
  if (!body.dryRun) count(METRICS.botsImported);
  return {
    body: {
      bot: presentBot(bot),
      ...(warnings.length > 0 && { warnings }),
      ...(keptAsRelease !== undefined && { keptAsRelease }),
      ...(body.dryRun && { dryRun: true as const, issues: checkBot(body.bot, rounded) }),
    },
    headers: { etag: formatEtag(bot.head) },
  };
});
