import type { MovedBot } from '#apps/cli/moving/report/moved-bot.ts';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { toMovedDocument } from '#apps/cli/moving/target/moved-document.ts';
import type { TargetWorkspace } from '#apps/cli/moving/target/target-bots.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { findForgeableWebhooks } from '#lib/bots/flow/checks/blocks/forgeable-webhooks.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';

/**
 * Part of the report about Listen blocks, if the bot takes replies to them as data, as it does after its first move.
 * Only a bot with such blocks is read.
 *
 * @param botId the bot in the target, if it is there already
 */
export async function describeForgeableBlocks(
  bot: SourceBot,
  botId: string | undefined,
  { client, newIds }: TargetWorkspace,
): Promise<Pick<MovedBot, 'forgeableBlocks'>> {
  const { publication, draft } = toMovedDocument(bot, newIds);
  const { document } = completeDocument(stepsToBlocks(publication ?? draft));
  const forgeableBlocks = findForgeableWebhooks(document).map(({ path }) => path);
  if (forgeableBlocks.length === 0) return {};
  if (botId === undefined) return { forgeableBlocks };
  const { bot: moved } = await client.getBot({ params: { botId } });
  return moved.webhookReplies === 'text' ? {} : { forgeableBlocks };
}
