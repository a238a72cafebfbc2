import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import { FileFailureError } from '#apps/cli/moving/files/source-file.ts';
import { isPrivateAddress } from '#apps/cli/moving/files/store-address.ts';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { planBot } from '#apps/cli/moving/target/bot-plan.ts';
import type { TargetBot, TargetWorkspace } from '#apps/cli/moving/target/target-bots.ts';
import type { Client } from '#apps/client/client.ts';
import { type BotMove, type MoveRequest, withReport } from './move-state.ts';

/**
 * Brings the files of a draft and its publication, before the addresses in them are rewritten. A bot that is here
 * already gets only those that it still has at their old addresses.
 */
export async function copyDocumentFiles(
  move: BotMove,
  bot: SourceBot,
  files: FileMove,
  request: MoveRequest & Pick<TargetWorkspace, 'newIds'>,
): Promise<BotMove> {
  const { targetBot, workspaceId } = move;
  const { client, part, newIds } = request;
  if (!targetBot || targetBot.isArchived) return move;
  const inSource = files.list([bot.draft, bot.published]);
  if (inSource.length === 0) return move;
  const isUpdated = planBot(targetBot, bot, newIds, request).outcome === 'updated';
  // A pull that watches reads nothing here for a bot that has not changed.
  if (!isUpdated && part === 'publication') return move;
  const addresses = isUpdated ? inSource : await listTargetAddresses(targetBot, files, client);
  if (!isUpdated && targetBot.isEdited) {
    return addresses.length === 0 ? move : withReport(move, { oldAddresses: addresses });
  }
  const counts = await files.copy(workspaceId, addresses, async (body, address) => {
    // Whatever a bot shows is public.
    if (isPrivateAddress(new URL(address))) throw new FileFailureError('private, and in a bot');
    return await client.createFileUpload({ params: { workspaceId }, body });
  });
  const hasOldAddresses = !isUpdated && addresses.some((address) => files.find([workspaceId], address));
  return { ...withReport(move, { files: counts }), hasOldAddresses };
}

async function listTargetAddresses(
  { id: botId, isPublished }: TargetBot,
  files: FileMove,
  client: Client,
): Promise<string[]> {
  const { bot } = await client.getBot({ params: { botId } });
  if (!isPublished) return files.list(bot);
  const { publishedBot } = await client.getPublishedBot({ params: { botId } });
  return files.list([bot, publishedBot]);
}
