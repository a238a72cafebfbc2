import { editBot } from '#lib/bots/draft/edit-bot.ts';
import { formatEtag } from '#lib/bots/present-bot.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { editBotContract } from './edit-bot.contract.ts';

export const handler = endpointHandler(editBotContract, async (input) => {
  const { params, headers, body, caller } = input;
  const { operations, migrate = false, dryRun = false } = body;
  const edit = { operations, migrate, dryRun, ifMatch: headers['if-match'], rounded: input.roundedNumbers() };
  const { head, version, isChanged, warnings, keptAsRelease } = await editBot(params.botId, edit, caller);
  return {
    body: {
      bot: { id: head.id, version, updatedAt: head.updatedAt },
      isChanged,
      ...(keptAsRelease !== undefined && { keptAsRelease }),
      ...(warnings.length > 0 && { warnings }),
      ...(dryRun && { dryRun: true as const }),
    },
    headers: { etag: formatEtag(head) },
  };
});
