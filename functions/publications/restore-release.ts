import { formatEtag, presentBot } from '#lib/bots/present-bot.ts';
import { restoreRelease } from '#lib/bots/publication/restore-release.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { restoreReleaseContract } from './restore-release.contract.ts';

export const handler = endpointHandler(restoreReleaseContract, async ({ params, caller }) => {
  const { bot, keptAsRelease } = await restoreRelease(params.botId, params.release, caller);
  return {
    body: { bot: presentBot(bot), ...(keptAsRelease !== undefined && { keptAsRelease }) },
    headers: { etag: formatEtag(bot.head) },
  };
});
